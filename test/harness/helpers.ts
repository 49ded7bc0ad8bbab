import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';
import { type RawData, WebSocket } from 'ws';
import { defaultConfig } from '../../data/config/config.ts';
import type { ClientFrameInput, ServerFrame } from '../../data/chat/protocol.ts';
import type { PlayFrame, PlayOrderFrame, playFrame } from '../../data/games/play-frames.ts';
import type { PresenceClientFrameInput, PresenceServerFrame } from '../../data/presence/protocol.ts';
import type { OwnerConfig } from '../../harness/config/config-file.ts';
import { NoCodeHost } from '../../harness/gateway/code-host/cached.ts';
import type { CodeHost } from '../../harness/gateway/code-host/code-host.ts';
import { createGateway } from '../../harness/gateway/gateway.ts';
import type { GatewayOptions } from '../../harness/gateway/gateway-options.ts';
import { readUnderstanding } from '../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../harness/resident/answers/status-resident.ts';
import { Store } from '../../harness/store/store.ts';
import { PATIENCE_MS, until as untilNamed } from '../helpers/waiting.ts';

/** A received frame as text. */
export const textOf = (data: RawData): string => (data as Buffer).toString('utf8');

/** The paths of readings that other pages may read. */
export const READINGS = [
  '/portals.json',
  '/agent-status.json',
  '/sovereignty-status.json',
  '/config.json',
  '/badge/weather.svg',
  '/api/v1/repos/local/home/commits',
  '/api/health/portals',
  '/api/activity.json',
  '/api/sessions.json',
  '/api/history.json',
  '/api/status.json',
  '/api/readings/weather.json',
  '/api/readings/relay-feed.json',
  '/badge/weather.json',
  '/feed.xml',
  '/llms.txt',
];

export const INLINE_SCRIPT = '{"imports":{"three":"./vendor/three-0.183.0/three.module.min.js"}}';
export const INLINE_STYLE = ':root { --hw-x: 1px; }';
export const BIG_SCRIPT = `// ${'a script that gains from compression '.repeat(60)}\nexport {};\n`;

/** A temporary folder, removed by `dispose`. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'home-world-test-'));
  const dispose = () => rm(path, { recursive: true, force: true });
  return { path, dispose, [Symbol.asyncDispose]: dispose };
}

/** Each text is compressed once in a process: hundreds of homes have the same pages. */
const compressed = new Map<string, { readonly br: Buffer; readonly gz: Buffer }>();
function compressedOf(text: string) {
  const known = compressed.get(text);
  if (known) return known;
  const made = { br: brotliCompressSync(text), gz: gzipSync(text) };
  compressed.set(text, made);
  return made;
}

/** Small built pages, with the names and pre-compressed copies of the real ones. */
export async function writeDist(root: string): Promise<string> {
  const dist = join(root, 'dist');
  await mkdir(join(dist, 'assets/widgets-0123456789ab'), { recursive: true });
  await mkdir(join(dist, 'vendor/three-0.183.0'), { recursive: true });
  const page = `<!doctype html><html><head><style>${INLINE_STYLE}</style><script type="importmap">${INLINE_SCRIPT}</script><script type="module" src="./assets/index-AbCd1234.js"></script></head><body>home</body></html>`;
  const portals = [
    {
      id: 'heartbeat',
      name: 'Heartbeat',
      description: 'The status page.',
      status: 'online',
      destination: { url: '/heartbeat.html' },
    },
    {
      id: 'far',
      name: 'Far World',
      description: 'A world elsewhere.',
      status: 'online',
      destination: { url: 'http://far.example/' },
    },
    { id: 'driven', name: 'Driven', description: 'No door.', status: 'offline', destination: {} },
  ];
  const files: Record<string, string> = {
    'index.html': page,
    'heartbeat.html': page.replace('home', 'heartbeat'),
    'door.html': page.replace('home', 'door'),
    'widgets.html': page.replace('home', 'widgets'),
    'embed.js': BIG_SCRIPT,
    'sw.js': BIG_SCRIPT,
    'assets/index-AbCd1234.js': BIG_SCRIPT,
    'assets/widgets-0123456789ab/embed.js': BIG_SCRIPT,
    'vendor/three-0.183.0/three.module.min.js': BIG_SCRIPT,
    'portals.json': JSON.stringify(portals),
    'agent-status.json': '{"agents":[]}',
    'config.json': '{}',
    'manifest.json': '{"name":"Home World","short_name":"Home"}',
    'door-manifest.json': '{"name":"Home World: door","short_name":"Door"}',
    'version.json': '{"version":"9.9.9","build":"abc"}',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dist, name), text);
    if (text.length < 512) continue;
    const { br, gz } = compressedOf(text);
    await writeFile(join(dist, `${name}.br`), br);
    await writeFile(join(dist, `${name}.gz`), gz);
  }
  return dist;
}

/** Nothing leaves the process unless a test allows it. */
export const noNetwork = (url: string): Promise<Response> =>
  Promise.reject(new Error(`a test asked for ${url}`));

export interface TestHome extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly store: Store;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly folder: string;
  close(): Promise<void>;
}

/** The cookie of a browser in which the owner of this home is signed in. */
export const ownerCookie = ({ home: { keys } }: Pick<FastifyInstance, 'home'>): string =>
  keys.signIns.begin({ browser: 'A test', isSecure: false }).split(';')[0] ?? '';

/** A whole home on its own port. Its sources are not requested unless `poll` is set. */
export async function startHome(
  options: Partial<GatewayOptions> & {
    folder?: string;
    settings?: Partial<OwnerConfig>;
    /** The only repository. */
    codeHost?: CodeHost;
  } = {},
): Promise<TestHome> {
  const { settings, folder: given, codeHost = new NoCodeHost('a test'), ...rest } = options;
  const temporary = given === undefined ? await temporaryFolder() : undefined;
  const folder = given ?? temporary?.path ?? '';
  const dist = rest.dist ?? (await writeDist(folder));
  const store = rest.store ?? new Store(join(folder, 'conversations.sqlite'));
  const app = await createGateway({
    dist,
    ownerFiles: join(folder, 'public'),
    config: { ...defaultConfig, relays: [], ...settings },
    codeHosts: [codeHost],
    resident: new StatusResident(readUnderstanding, { pauseMs: 1 }),
    poll: false,
    fetch: noNetwork,
    lookup: async () => ['203.0.113.1'],
    ...rest,
    store,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async (): Promise<void> => {
    await app.close();
    store.close();
    await temporary?.dispose();
  };
  return { app, store, url, folder, close, [Symbol.asyncDispose]: close };
}

/** Runs a home while `body` runs. */
export async function withHome(
  options: Parameters<typeof startHome>[0],
  body: (home: TestHome) => Promise<void>,
): Promise<void> {
  await using home = await startHome(options);
  await body(home);
}

/** What a home sends to a client. */
type Said = ServerFrame | PresenceServerFrame | PlayFrame | (PlayOrderFrame & { readonly from: string });

/** A real WebSocket client that keeps every frame. */
export class Client {
  readonly socket: WebSocket;
  readonly frames: Said[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  private readonly waiting = new Set<() => void>();

  constructor(
    home: string,
    options: { origin?: string; headers?: Record<string, string>; autoPong?: boolean } = {},
  ) {
    const address = `${home.replace(/^http/, 'ws')}/api/world/ws`;
    this.socket = new WebSocket(address, options);
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(textOf(data)) as Said);
      for (const look of this.waiting) look();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
      this.socket.on('error', (error) => resolve({ code: 0, reason: error.message }));
    });
  }

  async open(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN)
      await new Promise((resolve, reject) => {
        this.socket.once('open', resolve);
        this.socket.once('error', reject);
      });
    return this;
  }

  send(
    frame: ClientFrameInput | PresenceClientFrameInput | v.InferInput<typeof playFrame> | PlayOrderFrame,
  ): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Resolves with the first frame, past or future, that fits. */
  frame<T extends Said['type']>(
    type: T,
    fits: (frame: Extract<Said, { type: T }>) => boolean = () => true,
  ): Promise<Extract<Said, { type: T }>> {
    type Wanted = Extract<Said, { type: T }>;
    return this.first(type, (frame): frame is Wanted => frame.type === type && fits(frame as Wanted));
  }

  private first<T extends Said>(name: string, fits: (frame: Said) => frame is T): Promise<T> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`no ${name} frame came; got ${JSON.stringify(this.frames).slice(0, 500)}`));
      }, PATIENCE_MS);
      const look = (): void => {
        const found = this.frames.find(fits);
        if (!found) return;
        clearTimeout(limit);
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  async hello(more: Partial<Extract<ClientFrameInput, { type: 'hello' }>> = {}) {
    await this.open();
    this.send({ type: 'hello', version: 1, ...more });
    return this.frame('welcome');
  }

  answerTo(chat: string) {
    return this.frame('chat-message', ({ replyTo }) => replyTo === chat);
  }

  /** Asks, and waits for the answer or the refusal; resolves with the code of a refusal. */
  async ask(id: string, text: string): Promise<string | undefined> {
    type Reply = Extract<Said, { type: 'chat-message' | 'error' }>;
    this.send({ type: 'chat', id, text });
    const reply = await this.first(
      `reply to ${id}`,
      (frame): frame is Reply =>
        (frame.type === 'chat-message' && frame.replyTo === id) ||
        (frame.type === 'error' && frame.ref === id),
    );
    return reply.type === 'error' ? reply.code : undefined;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

/** Waits until a condition holds; a failure names it. */
export const until = (isSo: () => boolean): Promise<void> => untilNamed(isSo.toString(), isSo);
