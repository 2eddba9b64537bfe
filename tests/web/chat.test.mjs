// A chat model: its template makes the text of a conversation, from every kind of file.
import assert from 'node:assert/strict';
import { folder, tinyLlama } from './lib/checkpoint.mjs';
import { gguf } from './lib/gguf.mjs';
import { suite } from './lib/suite.mjs';
import { eventually } from './lib/wait.mjs';

const test = suite();
const MODEL = tinyLlama({ nCtx: 400 });
const TEMPLATE =
  "{% for m in messages %}{{ eos_token }}{{ m['role'] }}: {{ m.content | trim }}\n{% endfor %}{% if add_generation_prompt %}{{ eos_token }}assistant: {% endif %}";
const picked = (files) =>
  Object.entries(files).map(([path, content]) => ({
    name: path.split('/').pop(),
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  }));
const chat = (config, more = {}) =>
  picked({ ...folder('x', MODEL), 'x/tokenizer_config.json': typeof config === 'string' ? config : JSON.stringify(config), ...more });
const END = '<|endoftext|>';

/** Opens a chat model from files, and the panel. */
async function opened(scope, files) {
  await scope.open('#prompt=a&backend=cpu&precision=f32&max_tokens=4');
  assert.equal(await scope.at('open-chat').count(), 0, 'the bundled model is none');
  await scope.at('model-files').setInputFiles(files);
  await scope.at('open-chat').waitFor();
  await scope.click('open-chat');
}

/** Says something, and waits for the answer. */
async function say(scope, message) {
  const before = await scope.call('state').then(({ cursor }) => cursor);
  await scope.at('chat-message').fill(message);
  await scope.page.keyboard.press('Enter');
  await eventually(async () => assert.notEqual((await scope.call('state')).cursor, before));
  await eventually(async () => assert.ok((await scope.at('chat-turns').locator('li').last().getAttribute('class')).includes('assistant')));
  await eventually(async () => {
    const { playing, stopped } = await scope.call('state');
    assert.ok(!playing && stopped);
  });
}

/** The texts of the turns, without their speakers. */
const turns = (scope) => scope.at('chat-turns').locator('.chat-text').allTextContents();

test('what is said becomes the text that the template makes of it, turn by turn', async (scope) => {
  await opened(scope, chat({ chat_template: TEMPLATE, eos_token: { content: END } }));
  await scope.page.locator('.chat summary').click();
  await scope.at('chat-system').fill('Be brief.');
  await say(scope, ' Hi ');
  const first = `${END}system: Be brief.\n${END}user: Hi\n${END}assistant: `;
  const { transcript, prompt } = await scope.call('state');
  assert.equal(prompt, first);
  const tokens = transcript.filter(({ origin }) => origin === 'prompt').map(({ token }) => token);
  assert.equal(tokens.filter((token) => token === 256).length, 3, 'special tokens are tokens');
  assert.equal(tokens.length, first.replaceAll(END, '#').length);
  const [system, asked, answered] = await turns(scope);
  assert.deepEqual([system, asked], ['Be brief.', ' Hi ']);
  // What the visitor said is told from what the template put there.
  await scope.page.locator('.chat summary').click();
  const own = scope.at('chat-tokens').locator('.tok:not(.added)');
  assert.equal((await own.allTextContents()).join(''), 'Be␣brief.Hi');
  await scope.screenshot('chat');
  await say(scope, 'And now?');
  const second = `${first}${answered.trim()}\n${END}user: And now?\n${END}assistant: `;
  assert.equal((await scope.call('state')).prompt, second);
  assert.equal((await turns(scope)).length, 5);
  await scope.click('chat-new');
  assert.deepEqual(await turns(scope), []);
});

test('nothing is put before what a template writes, also after a reload, and in a link', async (scope, { host }) => {
  // A tokenizer that begins any other text with a token of its own.
  const begins = {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: END, type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    special_tokens: { [END]: { id: END, ids: [256], tokens: [END] } },
  };
  const model = { ...MODEL, tokenizer: { ...MODEL.tokenizer, post_processor: begins } };
  const files = { ...folder('models/bare', model), 'models/bare/tokenizer_config.json': JSON.stringify({ chat_template: '[{{ messages[0].content }}]' }) };
  const server = await host({ files });
  scope.url = server.url;
  const read = async () => {
    const { transcript } = await scope.call('state');
    return transcript.map(({ token }) => token);
  };
  await scope.open('#model=bare&prompt=a&backend=cpu&precision=f32&max_tokens=4');
  assert.deepEqual((await read()).slice(0, 2), [256, 97], 'a text begins with it');
  await scope.at('open-chat').waitFor();
  await scope.click('open-chat');
  await say(scope, 'Hi');
  const all = await read();
  assert.deepEqual(all.slice(0, 4), [...'[Hi]'].map((c) => c.charCodeAt(0)), 'a chat with what its template says');
  const link = await scope.copyLink();
  assert.match(link, /[#&]chat=1(&|$)/);
  await scope.page.reload();
  await scope.ready();
  await eventually(async () => assert.deepEqual(await read(), all));
  await scope.page.goto('about:blank');
  await scope.page.goto(link);
  await scope.ready();
  await eventually(async () => assert.deepEqual(await read(), all));
  // To another text the token is put as ever.
  await scope.call('setPrompt', 'b');
  assert.deepEqual((await read()).slice(0, 2), [256, 98]);
}, { origins: [/^http:\/\/localhost:\d+$/] });

test('a template has its place in a file of its own, in a .gguf file, or is refused in words', async (scope) => {
  const asks = async (message) => {
    await say(scope, message);
    return scope.call('state').then(({ prompt }) => prompt);
  };
  await opened(scope, chat({ chat_template: TEMPLATE }, { 'x/chat_template.jinja': '[{{ messages[0].content }}]' }));
  assert.equal(await asks('one'), '[one]');
  await scope.at('model-files').setInputFiles(picked({ 'x/own.gguf': gguf({ ...MODEL, template: TEMPLATE }) }));
  await eventually(async () => assert.equal((await scope.call('state')).model.name, 'own'));
  await scope.click('chat-new');
  assert.equal(await asks('two'), `${END}user: two\n${END}assistant: `);
  // It refuses; what was typed stays, and so does the text.
  const refusing = "{% for m in messages %}{% if m.content == 'three' %}{{ raise_exception('Not three!') }}{% endif %}{{ m.content }}{% endfor %}";
  await scope.at('model-files').setInputFiles(chat({ chat_template: refusing }));
  await eventually(async () => assert.notEqual((await scope.call('state')).model.name, 'own'));
  await scope.click('chat-new');
  await scope.at('chat-message').fill('three');
  await scope.click('chat-send');
  await eventually(async () => assert.match(await scope.text('chat-fault'), /refuses this conversation: Not three!/));
  assert.equal(await scope.at('chat-message').inputValue(), 'three');
  assert.equal(await asks('four'), 'four');
  await scope.at('model-files').setInputFiles(chat({ chat_template: '{% for %}' }));
  await eventually(async () => assert.equal((await scope.call('state')).phase, 'ready'));
  await scope.settled();
  await scope.click('chat-new');
  await scope.at('chat-message').fill('five');
  await scope.click('chat-send');
  await eventually(async () => assert.match(await scope.text('chat-fault'), /cannot be used \(line 1\)/));
  await scope.at('model-files').setInputFiles(chat('{'));
  await eventually(async () => assert.match(await scope.text('notices'), /chat template was not read/));
  assert.equal(await scope.at('open-chat').count(), 0);
});
