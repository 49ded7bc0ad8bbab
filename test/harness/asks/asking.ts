import { type IncomingMessage, request } from 'node:http';
import * as v from 'valibot';
import { type Ask, asksAnswer } from '../../../data/asks/ask.ts';
import type { AgentAnswer } from '../../../harness/asks/open-ask.ts';
import type { AskedInput } from '../../../harness/asks/asked.ts';
import { until } from '../../helpers/waiting.ts';
import { type TestHome, ownerCookie } from '../helpers.ts';
import { postJson } from '../requests.ts';

/** An ask as a coding agent sends it. */
export const permission = (more: Partial<AskedInput> = {}): AskedInput => ({
  kind: 'permission',
  title: 'Bash',
  command: 'npm test',
  seconds: 60,
  session: { id: 's-1', harness: 'Claude Code', folder: 'shop' },
  call: 'c-1',
  rules: [{ id: 'r0', label: 'Bash(npm test)' }],
  ...more,
});

export interface Asking {
  readonly status: Promise<number>;
  /** What the home has sent so far. */
  said(): string;
  readonly answer: Promise<AgentAnswer>;
  /** Closes the connection, as an agent that is killed does. */
  leave(): void;
}

/** Sends an ask; the connection stays open until the answer. */
export function sendAsk(
  url: string,
  key: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Asking {
  let said = '';
  const sent = request(`${url}/api/asks`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'x-home-world-key': key, ...headers },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', reject);
  });
  const answer = response.then(
    (got) =>
      new Promise<AgentAnswer>((resolve, reject) => {
        got.on('data', (chunk) => (said += String(chunk)));
        got.on('end', () => resolve(JSON.parse(said) as AgentAnswer));
        got.on('error', reject);
      }),
  );
  const status = response.then(({ statusCode = 0 }) => statusCode);
  // A test that does not wait for them does not care.
  for (const result of [answer, status]) result.catch(() => undefined);
  sent.end(JSON.stringify(body));
  return {
    status,
    said: () => said,
    answer,
    leave: () => void sent.destroy(),
  };
}

/** The owner in one browser, and a key of an agent. */
export function people(home: TestHome, name = 'laptop') {
  const cookie = ownerCookie(home.app);
  const key = home.app.home.keys.agents.add(name) ?? '';
  return { cookie, key, ...ownerOf(home, cookie) };
}

export function ownerOf({ url, app }: TestHome, cookie: string) {
  const open = (): Ask[] => app.home.asks.list().asks.filter(({ state }) => state === 'open');
  return {
    /** The asks as the owner’s page gets them. */
    async asks(): Promise<readonly Ask[]> {
      const response = await fetch(`${url}/api/asks`, { headers: { cookie } });
      return v.parse(asksAnswer, await response.json()).asks;
    },
    /** Waits for as many open asks. */
    async untilOpen(count = 1): Promise<Ask> {
      await until(`${count} asks are open`, () => open().length === count);
      return open().at(-1)!;
    },
    answer: ({ id, nonce }: Pick<Ask, 'id' | 'nonce'>, body: object, headers: Record<string, string> = {}) =>
      postJson(`${url}/api/asks/${id}/answer`, { nonce, ...body }, { cookie, ...headers }),
  };
}

/** The events of the owner’s stream. */
export async function streamOf({ url }: TestHome, cookie: string) {
  const ending = new AbortController();
  const response = await fetch(`${url}/api/asks/stream`, { headers: { cookie }, signal: ending.signal });
  let text = '';
  const stream = { isEnded: false };
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
  };
  void read()
    .catch(() => undefined)
    .finally(() => (stream.isEnded = true));
  return {
    response,
    text: () => text,
    isEnded: () => stream.isEnded,
    events: () =>
      [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => v.parse(asksAnswer, JSON.parse(json))),
    close: () => ending.abort(),
  };
}
