import type { Ask } from '../../data/asks/ask.ts';

export const ASKED_AT = Date.parse('2026-03-01T12:00:00Z');

/** An open ask as the home shows it to its owner. */
export const openAsk = (more: Partial<Ask> = {}): Ask => ({
  id: 'a1',
  nonce: 'n'.repeat(43),
  kind: 'permission',
  state: 'open',
  session: 's1',
  name: 'shop',
  harness: 'Claude Code',
  machine: 'laptop',
  title: 'Run the tests',
  note: '',
  command: { text: 'npm test', left: 0 },
  folder: 'shop',
  options: [],
  several: false,
  mayWrite: false,
  rules: [],
  askedAt: ASKED_AT,
  deadline: ASKED_AT + 300_000,
  ...more,
});

export const decided = (ask: Ask, more: Partial<NonNullable<Ask['decision']>> = {}): Ask => ({
  ...ask,
  state: 'decided',
  decision: {
    choice: 'allow',
    chosen: [],
    text: '',
    by: 'Chrome on Android',
    at: ASKED_AT + 60_000,
    ...more,
  },
});

/** An answer of the home. */
export const answerOf = (asks: readonly Ask[], now = ASKED_AT): string => JSON.stringify({ asks, now });

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The body of an answer that breaks off, or that fails with another error. */
export const cutBody = (error: Error = new TypeError('network error')) =>
  new ReadableStream({ start: (controller) => controller.error(error) });

/** A home that answers each request with what `answer` returns: a status and a body. */
export function scriptedHome(answer: (request: SentRequest) => readonly [status: number, body?: unknown]) {
  const requests: SentRequest[] = [];
  const fetch = (async (url: URL | string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    const request = {
      method,
      path: String(url).slice(new URL(url).origin.length),
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
    };
    requests.push(request);
    const [status, json] = answer(request);
    if (status === 0) throw new TypeError('Failed to fetch');
    if (json instanceof ReadableStream) return new Response(json, { status });
    return json === undefined ? new Response(null, { status }) : Response.json(json, { status });
  }) as typeof globalThis.fetch;
  return { requests, io: { fetch, base: 'https://home.example/' } };
}
