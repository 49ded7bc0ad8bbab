import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import * as v from 'valibot';
import { defaultConfig } from '../../../data/config/config.ts';
import type { OpenWork } from '../../../data/readings/schemas/open-work.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import { reportedActivity } from '../../../data/readings/schemas/resident-activity.ts';
import { sessionReport } from '../../../harness/agent-sessions/session-report.ts';
import type { Access, HomePart } from '../../../harness/config/access.ts';
import { LOG_FILE } from '../../../harness/core/folders.ts';
import type { CodeHost } from '../../../harness/gateway/code-host/code-host.ts';
import type { GatewayOptions } from '../../../harness/gateway/gateway-options.ts';
import { logEntries } from '../../helpers/play-log.ts';
import { PLAY_ID, playRecordOf } from '../../helpers/plays.ts';
import { type TestHome, startHome, temporaryFolder, writeDist } from '../helpers.ts';

/** A word that is in nothing but what belongs to a part of this home. */
export const mark = (part: HomePart | 'pages'): string => `${part}-zq7`;
const LATITUDE = 12.3456;
/** The marks in a text. */
export const marksIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/([a-z-]+)-zq7/gi)].map(([, part = '']) => part.toLowerCase())),
  // Where the home is.
  ...(text.includes(String(LATITUDE)) ? ['weather'] : []),
];

const AT = Date.now() - 60_000;
const live = <T>(value: T): Reading<T> => ({ state: 'live', source: 'a test', value, fetchedAt: AT });

const codeHost: CodeHost = {
  owner: 'repository-zq7',
  repo: 'harbour',
  description: 'a test',
  diff: async (change) => ({
    status: 200,
    isWhole: true,
    text: mark('commit' in change ? 'commits' : 'merged'),
  }),
  isPublic: async () => true,
  work: {
    read: async () => ({ status: 200, work: openWork }),
    checks: async () => ({ status: 200, checks: openWork.checks }),
  },
  read: async (list) => ({
    status: 200,
    isWhole: true,
    records: [
      list === 'commits'
        ? {
            at: AT,
            shownAt: AT,
            json: {
              sha: 'abcdef1',
              commit: { author: { name: 'Ada', date: new Date(AT).toISOString() }, message: mark('commits') },
            },
          }
        : {
            at: AT,
            shownAt: AT,
            json: {
              number: 7,
              title: mark('merged'),
              merged: true,
              merged_at: new Date(AT).toISOString(),
              user: { login: 'ada' },
            },
          },
    ],
  }),
};

/** What is open, as the gateway sends it. */
const openWork: OpenWork = {
  checks: { state: 'passed', sha: 'abcdef1', failed: [] },
  pulls: [
    {
      number: 8,
      title: mark('open-work'),
      author: 'ada',
      openedAt: AT,
      isDraft: false,
      review: 'none',
    },
  ],
  hasMore: false,
};

/** The owner's files, each with the mark of its part. */
const files: Readonly<Record<string, string>> = {
  'portals.json': JSON.stringify([
    {
      id: 'lab',
      name: mark('portals'),
      description: '',
      status: 'online',
      destination: { url: 'https://portals-zq7.example/' },
    },
  ]),
  'agent-status.json': JSON.stringify({
    agents: [{ name: mark('agents'), status: 'idle', issue: null, prs_today: 0 }],
  }),
  'sovereignty-status.json': JSON.stringify({ score: 50, label: mark('sovereignty') }),
  'adapters.json': JSON.stringify({ adapters: [{ name: mark('adapters'), status: 'active' }] }),
  'vision.json': JSON.stringify([
    { id: 'one', title: mark('vision'), text: 'A text.', position: { x: 1, z: 1 } },
  ]),
  'soul.md': `# ${mark('oath')}`,
  'notes.txt': mark('files'),
  'module.js': `// ${mark('files')}`,
  'ambient.mp3': mark('files'),
  // These are in folders of the program, or have the names of its files.
  'assets/mine.js': `// ${mark('files')}`,
  'icons/mine.svg': `<svg>${mark('files')}</svg>`,
  'sw.js': `// ${mark('files')}`,
  'version.json': JSON.stringify({ version: mark('files') }),
  'favicon.ico': mark('files'),
};

/** Sets what the home knows, without asking any server. */
function fill({ home }: FastifyInstance): void {
  const { readings, relay, games } = home.state;
  readings.commits.set(live([{ sha: 'abcdef1', author: 'Ada', authoredAt: AT, title: mark('commits') }]));
  readings.merged.set(live([{ number: 7, title: mark('merged'), author: 'ada', mergedAt: AT }]));
  readings.openWork.set(live(openWork));
  readings.agentStatus.set(live([{ name: mark('agents'), status: 'idle', issue: null, prs_today: null }]));
  readings.sovereignty.set(live({ score: 50, label: mark('sovereignty') }));
  readings.portalRecords.set(
    live([{ id: 'lab', name: mark('portals'), description: '', status: 'online', destination: {} }] as never),
  );
  readings.weather.set(live({ temperatureF: 83.7, code: 0, label: mark('weather') as never }));
  readings.blockHeight.set(live(mark('block-height') as never));
  readings.adapters.set(live([{ name: mark('adapters'), status: 'active' }]));
  readings.vision.set(
    live([{ id: 'one', title: mark('vision'), text: 'A text.', position: { x: 1, z: 1 } }]),
  );
  readings.soul.set(live(`# ${mark('oath')}`));
  relay.relays.set([
    { url: 'wss://relay-feed-zq7.example', state: 'open', accepted: 1, rejected: 0, dropped: 0 },
  ]);
  relay.events.set([{ id: 'a', pubkey: 'b', content: mark('relay-feed'), kind: 1, created_at: AT / 1000 }]);
  games.plays.set([playRecordOf({ note: mark('plays') })]);
  home.bridge.activity.report(v.parse(reportedActivity, { state: 'working', task: mark('activity') }));
  const session = { id: 'one', harness: mark('sessions') };
  home.household.report(v.parse(sessionReport, { state: 'working', session }));
  home.store.addMilestone(mark('merged'));
  home.status.record();
}

export interface Route {
  readonly method: string;
  readonly url: string;
  /** Asked later: a plugin may change it. */
  readonly config: () => RouteOptions['config'];
}

/** The routes of all servers that begin while `body` runs. */
export async function routesOf(body: () => Promise<unknown>): Promise<Route[]> {
  const routes: Route[] = [];
  const begun = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat())
        routes.push({ method, url: route.url, config: () => route.config });
    });
  };
  subscribe('fastify.initialization', begun);
  try {
    await body();
  } finally {
    unsubscribe('fastify.initialization', begun);
  }
  return routes;
}

export interface MarkedHome extends TestHome {
  readonly routes: readonly Route[];
}

/** A home with a mark in everything that it shows. */
export async function startMarkedHome(
  access: Access,
  more: Partial<GatewayOptions> & { readonly demo?: GatewayOptions['demo'] } = {},
): Promise<MarkedHome> {
  const temporary = await temporaryFolder();
  const { path: folder } = temporary;
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, 'public', name, '..'), { recursive: true });
    await writeFile(join(folder, 'public', name), text);
  }
  const plays = join(folder, 'plays');
  await mkdir(join(plays, PLAY_ID), { recursive: true });
  const lines = logEntries(3).map((entry) =>
    JSON.stringify(entry)
      .replace('a/model', `a/${mark('plays')}`)
      .replace(/"id":"[^"]+"/, `"id":"${PLAY_ID}"`),
  );
  await writeFile(join(plays, PLAY_ID, LOG_FILE), `${lines.join('\n')}\n`);
  const dist = await writeDist(folder);
  await writeFile(join(dist, 'link.js'), '// the script of links');
  let home: TestHome | undefined;
  const routes = await routesOf(async () => {
    home = await startHome({
      dist,
      folder,
      ownerFiles: join(folder, 'public'),
      plays,
      codeHost,
      requestsPerMinute: 1_000_000,
      bridge: { token: 'the-secret-of-the-bridge' },
      hookSecret: 'the-secret-of-the-hook',
      settings: {
        ...defaultConfig,
        access,
        appName: mark('pages'),
        description: mark('pages'),
        codeHost: {
          url: '',
          owner: 'repository-zq7',
          repo: 'harbour',
          agents: [mark('agents')],
          authors: true,
        },
        weather: {
          url: 'https://weather-zq7.example',
          latitude: LATITUDE,
          longitude: 65.4321,
          place: mark('weather'),
          timeZone: '',
        },
        chain: { url: 'https://block-height-zq7.example' },
        relays: ['wss://relay-feed-zq7.example'],
        resident: { name: 'Timmy', persona: mark('chat') },
        modules: ['https://files-zq7.example/module.js', '/files-zq7.js'],
        frameAncestors: ['*'],
      },
      ...more,
    });
  });
  if (!home) throw new Error('the home did not start');
  const started = home;
  fill(started.app);
  const close = async (): Promise<void> => {
    await started.close();
    await temporary.dispose();
  };
  return { ...started, routes, close, [Symbol.asyncDispose]: close };
}
