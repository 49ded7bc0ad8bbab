import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startHomeWith } from '../../ci/home.ts';
import type { ServerFrame } from '../../data/chat/protocol.ts';
import { listen, withBody } from '../helpers/loopback.ts';
import { until } from '../helpers/waiting.ts';
import type { Figure } from './figure.ts';

const SOCKETS = 60;
const QUESTIONS = 8;
/** The time in which the simulated model writes an answer; its first words come immediately. */
const ANSWER_MS = 6_000;
const DAY_TOKENS = 1_000_000;
const OTHERS = 20;
const [CROWD, HONEST, FIRST, ATTACKER] = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'];
const PATIENCE_MS = 120_000;

const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'stand-in', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;

/** Answers like a model server of the owner. It counts four characters as a token. */
async function answerRequest(response: ServerResponse, characters: number, ms: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: 'Words of the model, ' }));
  await pause(ms);
  const usage = { prompt_tokens: Math.ceil(characters / 4), completion_tokens: 10 };
  response.write(chunk({ content: 'and its end.' }));
  response.end(
    `${chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })}data: [DONE]\n\n`,
  );
}

/** A simulated model server; `answerMs` can be changed. */
async function standIn() {
  const model = { answerMs: 0 };
  const { url, close } = await listen(
    withBody((_request, body, response) => answerRequest(response, body.length, model.answerMs)),
  );
  return { model, url: `${url}/v1`, close };
}

/** A visitor from an address, as a proxy names it. */
class Visitor {
  readonly #socket: WebSocket;
  readonly answers = new Map<string, string>();
  #deltas = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as ServerFrame;
      if (frame.type === 'chat-delta') this.#deltas += 1;
      if (frame.type === 'chat-message' && frame.replyTo !== undefined)
        this.answers.set(frame.replyTo, frame.text);
      if (frame.type === 'error' && frame.ref !== undefined) this.answers.set(frame.ref, frame.code);
    });
  }

  static async open(url: string, address: string): Promise<Visitor> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}api/world/ws`, {
      headers: { 'x-forwarded-for': address },
    });
    const visitor = new Visitor(socket);
    await once(socket, 'open');
    const welcomed = once(socket, 'message');
    socket.send('{"type":"hello","version":1}');
    await welcomed;
    return visitor;
  }

  get hasWords(): boolean {
    return this.#deltas > 0;
  }

  say(id: string, text: string): void {
    this.#socket.send(JSON.stringify({ type: 'chat', id, text }));
  }

  /** The answer, or the code of a refusal. */
  async ask(id: string, text: string): Promise<string> {
    this.say(id, text);
    await until('the answer comes', () => this.answers.has(id), PATIENCE_MS);
    return this.answers.get(id) ?? '';
  }

  close(): void {
    this.#socket.terminate();
  }
}

const isOfModel = (answer: string): boolean => answer.includes('Words of the model, ');

/** Many sockets of one address ask a slow model; then another visitor asks. */
async function behindAQueue(url: string, model: { answerMs: number }): Promise<Figure[]> {
  model.answerMs = ANSWER_MS;
  const crowd: Visitor[] = [];
  try {
    for (let index = 0; index < SOCKETS; index++) crowd.push(await Visitor.open(url, CROWD));
    for (let question = 0; question < QUESTIONS; question++)
      for (const one of crowd) one.say(`q${question}`, 'What is new?');
    await until('the crowd is being answered', () => crowd.some(({ hasWords }) => hasWords), PATIENCE_MS);
    const honest = await Visitor.open(url, HONEST);
    crowd.push(honest);
    const began = performance.now();
    honest.say('q', 'What is new?');
    await until('there are words', () => honest.hasWords, PATIENCE_MS);
    return [
      {
        name: `first words of the model behind a queue of ${SOCKETS}`,
        value: (performance.now() - began) / 1000,
        unit: 's',
        bar: { at: 'most', value: 5 },
        note: `${SOCKETS} sockets of one address, ${QUESTIONS} questions each, an answer takes ${ANSWER_MS / 1000} s`,
      },
    ];
  } finally {
    for (const one of crowd) one.close();
    model.answerMs = 0;
  }
}

/** One address asks as much as it can; then others ask. */
async function attackedDay(url: string, usageFile: string): Promise<Figure[]> {
  const usedTokens = (): number => (JSON.parse(readFileSync(usageFile, 'utf8')) as { tokens: number }).tokens;
  // Another address has asked before, so the attacker is not the only one.
  const first = await Visitor.open(url, FIRST);
  await first.ask('q', 'What is new?');
  first.close();
  const before = usedTokens();
  const attacker = await Visitor.open(url, ATTACKER);
  let asked = 0;
  const long = 'What is new? '.repeat(600);
  for (let isRefused = false; !isRefused; asked++) {
    const answer = await attacker.ask(`q${asked}`, long);
    // The home accepts one message per second.
    if (answer === 'rate-limited') await pause(1_000);
    else isRefused = !isOfModel(answer);
  }
  attacker.close();
  const used = (100 * (usedTokens() - before)) / DAY_TOKENS;
  let answered = 0;
  for (let index = 0; index < OTHERS; index++) {
    const visitor = await Visitor.open(url, `203.0.113.${index + 10}`);
    if (isOfModel(await visitor.ask('q', 'What is new?'))) answered += 1;
    visitor.close();
  }
  return [
    {
      name: 'the model’s day that one address uses in an hour',
      value: used + 10 / 24,
      unit: '%',
      bar: { at: 'most', value: 15 },
      note: `${used.toFixed(1)} % measured at once with ${asked} questions, and what comes back in an hour, calculated`,
    },
    {
      name: 'other addresses that the model answers then',
      value: (100 * answered) / OTHERS,
      unit: '%',
      bar: { at: 'least', value: 100 },
    },
  ];
}

/** How much one address can affect the other visitors of a home with a model. */
export async function model(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-bench-'));
  const server = await standIn();
  const tokens = `--model-tokens=${DAY_TOKENS}`;
  const flags = ['--demo', '--local-model', 'local/stand-in', tokens, '--data', folder, '--trust-proxy'];
  const home = await startHomeWith({ LOCAL_BASE_URL: server.url }, [...flags, '--rate-limit', '1000000']);
  try {
    return [
      ...(await behindAQueue(home.url, server.model)),
      ...(await attackedDay(home.url, join(folder, 'model-usage.json'))),
    ];
  } finally {
    await home.stop();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
