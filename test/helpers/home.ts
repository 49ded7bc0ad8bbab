import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningHome, startHomeWith } from '../../ci/home.ts';
import { KEYS_FILE, Keys } from '../../harness/keys/keys.ts';
import { recorded } from './recorded.ts';
import { type NostrEvent, type TestRelay, startRelay } from './relay.ts';
import { type Upstreams, startUpstreams } from './upstreams.ts';

const DEMO_PORTALS = join(import.meta.dirname, '../../harness/demo/data/portals.json');

/** The recorded valid events, in their recorded order. */
export const recordedEvents = (): NostrEvent[] =>
  recorded<{ event: NostrEvent }[]>('nostr/events.json').map(({ event }) => event);

export interface TestHome {
  /** The address of the gateway, with a trailing slash. */
  readonly url: string;
  readonly upstreams: Upstreams;
  readonly relays: readonly TestRelay[];
  /** The owner's own files go before those of the build. */
  readonly ownerFiles: string;
  /** A one-time code with which the owner signs in, as “home-world owner code” makes it. */
  code(): string;
  /** The secret of a read-only link, as “home-world owner link” makes it. */
  link(name: string): string;
  unlink(name: string): void;
  /**
   * Restarts the gateway at the same address with the same data. `between` runs while it is down.
   */
  restart(between?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface TestHomeOptions {
  /** Fields of config.json over those of the test. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  /** Secrets of the home. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stored?: readonly NostrEvent[];
}

/**
 * The real gateway in its own process, with the recorded upstreams and three real relays on loopback. Its
 * agents are two authors of the recorded commits (one of them wrote the newest), and one agent without
 * commits.
 */
export async function startTestHome(options: TestHomeOptions = {}): Promise<TestHome> {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-e2e-'));
  const upstreams = await startUpstreams();
  const relays = await Promise.all([1, 2, 3].map(() => startRelay(options.stored ?? recordedEvents())));
  const config = {
    appName: 'Test Home',
    codeHost: {
      url: upstreams.codeHost.url,
      owner: 'timmy',
      repo: 'lit',
      agents: ['lukas spirig', 'Nobody'],
    },
    weather: { url: upstreams.weather.url, latitude: 32.4, longitude: -96.8 },
    chain: { url: upstreams.chain.url },
    relays: relays.map(({ url }) => url),
    ...options.config,
  };
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  // A home with several portals, as a demo has them.
  const ownerFiles = join(folder, 'data', 'public');
  cpSync(DEMO_PORTALS, join(ownerFiles, 'portals.json'));
  const flags = ['--config', file, '--data', join(folder, 'data'), '--rate-limit', '100000'];
  const start = (...more: readonly string[]): Promise<RunningHome> =>
    startHomeWith(options.env ?? {}, [...flags, ...(options.flags ?? []), ...more]);
  let home = await start();
  const { url } = home;
  const withKeys = <T>(use: (keys: Keys) => T): T => {
    const keys = new Keys(join(folder, 'data', KEYS_FILE));
    try {
      return use(keys);
    } finally {
      keys.close();
    }
  };
  return {
    url,
    upstreams,
    relays,
    ownerFiles,
    code: () => withKeys((keys) => keys.codes.make()),
    link: (name) => withKeys((keys) => keys.links.add(name, 30) ?? ''),
    unlink: (name) =>
      withKeys(({ links }) => {
        for (const link of links.list()) if (link.name === name) links.revoke(link.id);
      }),
    async restart(between = async () => undefined) {
      await home.stop();
      await between();
      home = await start('--port', new URL(url).port);
    },
    async close() {
      await home.stop();
      await Promise.all([upstreams.close(), ...relays.map((relay) => relay.close())]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
