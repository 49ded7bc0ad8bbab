import { AnswerCache } from '../../../harness/gateway/answer-cache.ts';
import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { createState } from '../../../data/state.ts';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { Poller } from '../../../data/readings/poller.ts';
import { agentStatus } from '../../../data/readings/sources/owner-files.ts';
import { commits } from '../../../data/readings/sources/commits.ts';
import { type Upstreams, commitsAsOf, startUpstreams } from '../../helpers/upstreams.ts';
import { until } from '../../helpers/waiting.ts';
import { type TestHome, startHome } from '../helpers.ts';
import { remote } from './code-host/remote-host.ts';

const MINUTE_MS = 60_000;
const MINUTES = 10;
const BLOG = 'https://blog.example.org';

/** What Chromium 140 sends with the request of a widget on another site. */
const CHROMIUM = {
  'sec-ch-ua-platform': '"Linux"',
  'cache-control': 'max-age=0',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile': '?0',
  accept: '*/*',
  origin: BLOG,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  referer: `${BLOG}/`,
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
};

/** A `fetch` over one connection, as a browser has it, and the bytes on its socket in both directions. */
function countingFetch() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<Socket>();
  const statuses: number[] = [];
  const ask = (input: unknown, init?: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const headers = { ...CHROMIUM, ...(init?.headers as Record<string, string> | undefined) };
      get(String(input), { agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const { statusCode = 0 } = answer;
          statuses.push(statusCode);
          const sent = Buffer.concat(chunks);
          const body = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(sent) : sent;
          const known = Object.entries(answer.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          resolve(
            new Response(statusCode === 304 ? null : new Uint8Array(body), {
              status: statusCode,
              headers: known,
            }),
          );
        });
      })
        .on('socket', (socket) => sockets.add(socket))
        .on('error', reject);
    });
  return {
    fetch: ask as typeof globalThis.fetch,
    statuses,
    bytes: () => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0),
    close: () => agent.destroy(),
  };
}

describe('the traffic of one hw-agents', () => {
  let upstreams: Upstreams;
  let home: TestHome;
  const start = Date.parse('2026-03-01T12:00:00Z');
  let now = start;
  const list = commitsAsOf(now);
  /** The code host lists this many commits more than at first. */
  const push = (count: number): void => {
    const added = Array.from({ length: count }, (_, index) => {
      const template = list[(index * 7) % list.length]!;
      const date = new Date(start + index * MINUTE_MS).toISOString();
      const sha = `${index}${template.sha}`.slice(0, 40);
      return {
        ...template,
        sha,
        commit: { ...template.commit, author: { ...template.commit.author, date } },
      };
    });
    upstreams.codeHost.mode = { body: JSON.stringify([...added, ...list].slice(0, 50)) };
  };
  before(async () => {
    upstreams = await startUpstreams();
    push(0);
    home = await startHome({
      settings: {
        codeHost: { url: 'https://code.example', owner: 'timmy', repo: 'lit', agents: [], authors: false },
        allowedOrigins: [BLOG],
      },
      codeHost: remote(upstreams.codeHost.url),
      now: () => now,
    });
  });
  after(async () => {
    await home.close();
    await upstreams.close();
  });

  /**
   * Polls as the element does. Resolves with the mean number of bytes per minute, not counting the first
   * answers.
   */
  async function measure(each: (minute: number) => void): Promise<{ bytes: number; statuses: number[] }> {
    const traffic = countingFetch();
    const { config } = parseConfig(await (await fetch(`${home.url}/config.json`)).json());
    const state = createState(config, { base: `${home.url}/`, now });
    const io = { fetch: traffic.fetch, now: () => now, base: `${home.url}/`, cache: new AnswerCache() };
    const poller = new Poller(io, [commits, agentStatus]);
    poller.init(undefined, state);
    const settled = async (answers: number): Promise<void> => {
      poller.update();
      await until(`${answers} answers`, () => traffic.statuses.length === answers);
      // The poller takes an answer in a later task than the one that counted it.
      await until('both readings are new', () => state.readings.commits.get().fetchedAt === now);
      await until('both readings are new', () => state.readings.agentStatus.get().fetchedAt === now);
    };
    try {
      await settled(2);
      const before = traffic.bytes();
      for (let minute = 1; minute <= MINUTES; minute += 1) {
        now += MINUTE_MS;
        each(minute);
        await settled(2 + 2 * minute);
      }
      return { bytes: (traffic.bytes() - before) / MINUTES, statuses: traffic.statuses.slice(2) };
    } finally {
      poller.dispose();
      traffic.close();
    }
  }

  // docs/api.md has these figures.
  it('is at most 2 kB a minute while nothing changes', async (t) => {
    const { bytes, statuses } = await measure(() => undefined);
    t.diagnostic(`${bytes} bytes a minute`);
    assert.deepEqual(new Set(statuses), new Set([304]));
    assert.ok(bytes <= 2_000, `${bytes} bytes a minute`);
  });

  it('is at most 3.5 kB more for each new commit', async (t) => {
    const quiet = await measure(() => undefined);
    const { bytes, statuses } = await measure((minute) => push(Math.floor(minute / 2)));
    const changes = statuses.filter((status) => status === 200).length;
    assert.equal(changes, MINUTES / 2, String(statuses));
    const each = ((bytes - quiet.bytes) * MINUTES) / changes;
    t.diagnostic(`${bytes} bytes a minute, ${each} for each new commit`);
    assert.ok(each <= 3_500, `${each} bytes for each new commit`);
  });
});
