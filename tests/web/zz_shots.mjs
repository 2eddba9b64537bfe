import { serve } from "./lib/server.mjs";
import { launch } from "./lib/browser.mjs";
const server = await serve({});
const browser = await launch({ webgpu: false });
const shots = JSON.parse(process.argv[2] ?? "[]");
for (const { hash, name, width = 1280, height = 900, dark, before } of shots) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  const errors = [];
  page.on("console", (m) => { if (m.type() === "error") errors.push(m.text()); });
  page.on("pageerror", (e) => errors.push(String(e)));
  await page.goto(server.url + "#" + hash);
  await page.waitForSelector('[data-testid="step"]:not([disabled])', { timeout: 60000 });
  if (before) await (new Function("page", "return (async()=>{" + before + "})()"))(page);
  await page.waitForTimeout(2500);
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  if (errors.length) console.log(name, errors);
  await context.close();
}
await browser.close(); server.close?.(); process.exit(0);
