import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, TOKEN } from '../../agent.ts';
import { Client, type TestHome, withHome } from '../../helpers.ts';
import { echo } from '../../residents.ts';
import { randomFrom } from '../../../helpers/random.ts';

const ROUNDS = 1_000;
/** Agents that want the room at once; the visitors ask in parallel. */
const AGENTS = 3;
const VISITORS = 8;

/** What an agent may do while it should answer. */
const fates = [
  'answers',
  'answers',
  'dies at once',
  'dies in the middle',
  'dies at the end',
  'fails',
  'leaves',
] as const;

/** Agents that move in and are killed at random moments; each dead one is followed by a new one. */
class Agents {
  readonly #url: string;
  readonly #random: () => number;
  readonly #agents = new Set<Agent>();
  readonly counts = new Map<string, number>();

  constructor(url: string, random: () => number) {
    this.#url = url;
    this.#random = random;
  }

  /** Lets agents in until enough are there. */
  async fill(): Promise<void> {
    const missing = Math.max(0, AGENTS - this.#agents.size);
    await Promise.all(Array.from({ length: missing }, () => this.#enter()));
  }

  async #enter(): Promise<void> {
    const agent = new Agent(this.#url);
    this.#agents.add(agent);
    agent.onQuestion = ({ id, text }) => this.#live(agent, id, text);
    agent.socket.once('close', () => this.#agents.delete(agent));
    await agent.hello({ role: 'resident', token: TOKEN });
    agent.tell({ type: 'enter' });
  }

  killOne(): void {
    const all = [...this.#agents];
    this.#kill(all[Math.floor(this.#random() * all.length)]);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#agents].map((agent) => agent.close()));
  }

  #kill(agent: Agent | undefined): void {
    if (!agent) return;
    this.#agents.delete(agent);
    agent.socket.terminate();
  }

  #live(agent: Agent, id: string, text: string): void {
    const fate = fates[Math.floor(this.#random() * fates.length)] ?? 'answers';
    this.counts.set(fate, (this.counts.get(fate) ?? 0) + 1);
    if (fate === 'dies at once') return this.#kill(agent);
    agent.tell({ type: 'answer-delta', id, text: `half of ${text}, ` });
    if (fate === 'dies in the middle') return void setImmediate(() => this.#kill(agent));
    if (fate === 'fails') return agent.tell({ type: 'answer-end', id, end: 'failed' });
    if (fate === 'leaves') {
      agent.tell({ type: 'leave' });
      return agent.tell({ type: 'enter' });
    }
    agent.reply(id, `whole of ${text}.`);
    // Its answer may be on the way, or not.
    if (fate === 'dies at the end') setImmediate(() => this.#kill(agent));
  }
}

/** Moves the answers that a client got to `shown`: to look through all frames of all rounds takes long. */
function takeAnswers({ frames }: Client, shown: string[]): void {
  for (const frame of frames.splice(0))
    if (frame.type === 'chat-message' && frame.replyTo !== undefined) shown.push(frame.replyTo);
}

test(`answers each of ${ROUNDS} questions once while agents die at random moments`, async () => {
  let ahead = 0;
  const options = {
    resident: echo(),
    // Each round is ten seconds later, so that no rate of the visitors ends the test.
    now: () => Date.now() + ahead,
    bridge: { token: TOKEN, addressBudget: { burst: 1e9, perSecond: 0 } },
    requestsPerMinute: 1_000_000,
    trustProxy: 1,
  };
  await withHome(options, async ({ url, store }: TestHome) => {
    const random = randomFrom(7);
    const agents = new Agents(url, random);
    const visitors = await Promise.all(
      Array.from({ length: VISITORS }, async (_, index) => {
        const client = new Client(url, { headers: { 'x-forwarded-for': `192.0.2.${index}` } });
        return { client, session: (await client.hello()).session, shown: new Array<string>() };
      }),
    );
    for (let round = 0; round < ROUNDS; round += VISITORS) {
      ahead += 10_000;
      await agents.fill();
      visitors.forEach(({ client }, index) =>
        client.send({ type: 'chat', id: `c${round}-${index}`, text: `q${round}-${index}` }),
      );
      if (random() < 0.3) agents.killOne();
      for (const [index, { client }] of visitors.entries()) {
        const { end, text } = await client.answerTo(`c${round}-${index}`);
        assert.equal(end, 'complete');
        assert.match(text, new RegExp(`q${round}-${index}[. ]`), 'an answer to this question');
        assert.doesNotMatch(text.replaceAll(`q${round}-${index}`, ''), /q\d/, 'and to no other');
      }
      for (const { client, shown } of visitors) takeAnswers(client, shown);
    }
    for (const { client, shown } of visitors) {
      // What comes before the pong is all there is.
      client.send({ type: 'ping' });
      await client.frame('pong');
      takeAnswers(client, shown);
    }
    for (const { session, shown } of visitors) {
      const stored = store.after(store.openSession(session).id, 0);
      const answers = stored.flatMap(({ replyTo }) => replyTo ?? []);
      assert.equal(new Set(answers).size, answers.length, 'none is answered twice');
      assert.equal(shown.length, Math.ceil(ROUNDS / VISITORS), 'each is answered');
      assert.equal(new Set(shown).size, shown.length);
    }
    for (const fate of fates) assert.ok((agents.counts.get(fate) ?? 0) > 0, fate);
    await agents.end();
    await Promise.all(visitors.map(({ client }) => client.close()));
  });
});
