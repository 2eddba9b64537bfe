import http from 'node:http';
import { serve } from './lib/server.mjs';
import { launch } from './lib/browser.mjs';
const site = await serve();
const browser = await launch({webgpu:false});
const S = {};
const errs = [];
async function open(opts={}, hash='#backend=cpu', wait=true) {
  const ctx = await browser.newContext({viewport:{width:1280,height:800}, ...opts});
  const page = await ctx.newPage();
  page.on('pageerror', e=>errs.push('pageerror '+e.message));
  page.on('console', m=>{ if(m.type()==='error'||m.type()==='warning') errs.push(m.type()+' '+m.text()); });
  await page.goto(site.url+hash);
  if(wait){ await page.waitForSelector('[data-testid="step"]:not([disabled])',{timeout:60000}); await page.waitForTimeout(1500);}
  return page;
}
const shot=(page,n,o={})=>page.screenshot({path:`/tmp/eyes/${n}.png`,...o});
const sleep=ms=>new Promise(r=>setTimeout(r,ms));
const AF=Object.getPrototypeOf(async function(){}).constructor;
http.createServer(async(q,r)=>{let b='';for await(const c of q)b+=c;
 const out=[];const log=(...a)=>out.push(a.map(x=>typeof x==='string'?x:JSON.stringify(x,null,1)).join(' '));
 try{const v=await new AF('S','open','shot','sleep','log','browser','site',b)(S,open,shot,sleep,log,browser,site);if(v!==undefined)log(v);}catch(e){log('ERR',e.stack.slice(0,1500));}
 if(errs.length){out.push('CONSOLE: '+errs.splice(0).join('\n'));}
 r.end(out.join('\n')+'\n');
 if(b==='quit'){await browser.close();process.exit();}
}).listen(8799);
console.log('ready',process.pid);
