import { createHash } from 'node:crypto';
import { shiftDate } from '../../harness/demo/replay.ts';
import { type Loopback, type SeenRequest, listen } from './loopback.ts';
import { recorded, recordedText } from './recorded.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An upstream on loopback that gives recorded answers until a test sets another mode. */
export interface Upstream {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /**
   * `up`: gives the recorded answer. `down`: cuts the connection. `silent`: accepts requests and never
   * answers. An `Answer`: gives exactly this answer to every request.
   */
  mode: 'up' | 'down' | 'silent' | Answer;
  close(): Promise<void>;
}

export interface Upstreams extends AsyncDisposable {
  readonly codeHost: Upstream;
  readonly weather: Upstream;
  readonly chain: Upstream;
  /** Sets the mode of all upstreams. */
  setAll(mode: Upstream['mode']): void;
  close(): Promise<void>;
}

interface WireCommit {
  sha: string;
  commit: { author: { name: string; email: string; date: string }; message: string };
}

/** The fifty recorded commits, moved so that the newest author date is `now`. */
export function commitsAsOf(now: number): WireCommit[] {
  const commits = recorded<WireCommit[]>('gitea/commits-lit-50.json');
  const newest = Math.max(...commits.map(({ commit }) => Date.parse(commit.author.date)));
  for (const { commit } of commits) commit.author.date = shiftDate(commit.author.date, now - newest);
  return commits;
}

interface Recording {
  name: string;
  response: { status: number; headers: Record<string, string>; body: unknown };
}
export const giteaRecording = (name: string): Recording['response'] => {
  const found = recorded<Recording[]>('gitea/http-recordings.json').find((entry) => entry.name === name);
  if (!found) throw new Error(`no recording named ${name}`);
  return found.response;
};

/**
 * Closed pull requests as the code host lists them: a merged pull request from a recording, and a copy of it
 * that is closed without a merge.
 */
export function closedPulls(): unknown[] {
  const merged = giteaRecording('pull-after-merge').body as Record<string, unknown>;
  return [
    merged,
    {
      ...merged,
      number: 4,
      title: 'closed without a merge',
      merged: false,
      merged_at: null,
      state: 'closed',
    },
  ];
}

const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

async function upstream(answer: (request: SeenRequest) => Answer): Promise<Upstream> {
  const state: { mode: Upstream['mode'] } = { mode: 'up' };
  const server: Loopback = await listen((request, response) => {
    if (state.mode === 'down') return void response.destroy();
    if (state.mode === 'silent') return;
    const { status = 200, headers = {}, body } = state.mode === 'up' ? answer(request) : state.mode;
    response.writeHead(status, headers).end(body);
  });
  return {
    url: server.url,
    seen: server.seen,
    get mode() {
      return state.mode;
    },
    set mode(mode) {
      state.mode = mode;
    },
    close: () => server.close(),
  };
}

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };

/**
 * The recorded answers of the code host for the repository `timmy/lit` and for the commits of
 * `timmy/empty-repo`; any other repository is missing.
 */
function codeHostAnswer({ url }: SeenRequest): Answer {
  const { pathname, searchParams } = new URL(url, 'http://code.host');
  const { body, status } = giteaRecording('commits-missing-repo');
  const limit = Number(searchParams.get('limit') ?? 30);
  const cors = ANY_ORIGIN;
  if (pathname === '/api/v1/repos/timmy/lit/commits')
    return json(commitsAsOf(Date.now()).slice(0, Math.min(50, limit)), cors);
  if (pathname === '/api/v1/repos/timmy/lit/pulls') return json(closedPulls().slice(0, limit), cors);
  if (pathname === '/api/v1/repos/timmy/empty-repo/commits') {
    const empty = giteaRecording('commits-empty-repo');
    return { ...json(empty.body, cors), status: empty.status };
  }
  return { ...json(body, cors), status };
}

/**
 * Starts the three upstreams. The chain's height is the documented sample. The weather is of one recorded
 * place.
 */
export async function startUpstreams(): Promise<Upstreams> {
  const codeHost = await upstream(codeHostAnswer);
  const weather = await upstream(({ url }) =>
    url.startsWith('/v1/forecast?')
      ? {
          headers: { 'content-type': 'application/json; charset=utf-8', ...ANY_ORIGIN },
          body: recordedText('openmeteo/forecast-waxahachie.json'),
        }
      : { status: 404, body: '{"error":true,"reason":"Not Found"}' },
  );
  const chain = await upstream(({ url }) =>
    url === '/api/blocks/tip/height'
      ? { headers: { 'content-type': 'text/plain; charset=utf-8', ...ANY_ORIGIN }, body: '698767' }
      : { status: 404, body: 'Not Found' },
  );
  const all = [codeHost, weather, chain];
  const close = async (): Promise<void> => void (await Promise.all(all.map((one) => one.close())));
  return {
    codeHost,
    weather,
    chain,
    setAll(mode) {
      for (const one of all) one.mode = mode;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * A static host with ETag and 304. `files` has the body of each path; change `files` to change the answers.
 */
export async function serveFiles(
  files: Record<string, string | undefined>,
): Promise<Loopback & { files: typeof files }> {
  const server = await listen((request, response) => {
    const body = files[new URL(request.url, 'http://files').pathname];
    if (body === undefined) return void response.writeHead(404).end('Not Found');
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response
      .writeHead(200, { etag, 'cache-control': 'no-cache', 'content-type': 'application/json' })
      .end(body);
  });
  return { ...server, files };
}
