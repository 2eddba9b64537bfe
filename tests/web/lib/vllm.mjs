// vLLM's routes and shapes over a real llama.cpp server, as far as the page asks them: a server that lists so many tokens of a step and no more.
import { createServer } from 'node:http';

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
/** As vLLM 0.33 refuses a longer list (`v1/engine/input_processor.py`). */
const refused = (asked, most) => ({
  status: 400,
  body: { error: { message: `Requested prompt logprobs of ${asked}, which is greater than max allowed: ${most} logprobs`, type: 'BadRequestError', code: 400 } },
});

/**
 * @param {string} llama the address of the server whose numbers are given
 * @param {number} most how many tokens it lists
 * @returns {Promise<{ address: string, asked: object[], close: () => Promise<void> }>}
 */
export async function vllm(llama, most) {
  const post = async (path, body) => (await fetch(llama + path, { method: 'POST', body: JSON.stringify(body) })).json();
  const models = await (await fetch(`${llama}/v1/models`)).json();
  const { n_vocab: vocabulary } = models.data[0].meta;
  const asked = [];

  async function list(ids, n) {
    const found = await post('/completion', { prompt: ids, n_predict: 1, n_probs: n, temperature: 0, logit_bias: [[13, 1e9]] });
    return found.completion_probabilities[0].top_logprobs;
  }

  async function rated(ids) {
    const all = [null];
    for (let at = 1; at < ids.length; at += 1) {
      const listed = await list(ids.slice(0, at), vocabulary);
      const rank = listed.findIndex(({ id }) => id === ids[at]);
      all.push({ [ids[at]]: { logprob: listed[rank].logprob, rank: rank + 1 } });
    }
    return all;
  }

  async function completions({ prompt, logprobs, prompt_logprobs: ratings }) {
    asked.push({ prompt, logprobs, ratings });
    const longest = Math.max(logprobs ?? 0, ratings ?? 0);
    if (logprobs === -1 || ratings === -1 || longest > most) return refused(longest || -1, most);
    const listed = logprobs === undefined ? [] : await list(prompt, logprobs);
    const top = Object.fromEntries(listed.map(({ id, logprob }) => [`token_id:${id}`, logprob]));
    const prompt_logprobs = ratings === undefined ? null : await rated(prompt);
    return { body: { choices: [{ index: 0, text: '', logprobs: { top_logprobs: [top] }, prompt_logprobs }] } };
  }

  const routes = {
    '/v1/models': () => ({ body: { object: 'list', data: [{ id: 'pocket', object: 'model', owned_by: 'vllm', max_model_len: 256 }] } }),
    '/version': () => ({ body: { version: '0.33.0' } }),
    '/tokenize': async ({ prompt }) => {
      const { tokens } = await post('/tokenize', { content: prompt, add_special: false, parse_special: true });
      return { body: { tokens, count: tokens.length, max_model_len: 256 } };
    },
    '/detokenize': async ({ tokens }) => {
      const { content } = await post('/detokenize', { tokens: tokens.filter((id) => id < vocabulary) });
      return { body: { prompt: content } };
    },
    '/v1/completions': completions,
  };
  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', async () => {
      const route = routes[incoming.url];
      const json = { ...CORS, 'content-type': 'application/json' };
      if (incoming.method === 'OPTIONS') return outgoing.writeHead(204, CORS).end();
      if (!route) return outgoing.writeHead(404, json).end('{}');
      const { status = 200, body } = await route(JSON.parse(String(Buffer.concat(chunks)) || '{}'));
      return outgoing.writeHead(status, json).end(JSON.stringify(body));
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${server.address().port}`, asked, close };
}
