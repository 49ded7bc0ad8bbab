import * as v from 'valibot';
import type { DataModule } from './module.ts';
import type { Readable } from './signal.ts';
import type { Environment } from './environment.ts';
import type { HttpIo } from './http.ts';
import { getJson } from './json.ts';

/** The part of the bridge's status that is used here. */
interface Needs {
  readonly bridge: Readable<{ readonly state: string }>;
}

const INTERVAL_MS = 60_000;
const TIMEOUT_MS = 10_000;
const versionFile = v.object({ version: v.string(), build: v.string() });

/**
 * Watches `version.json` and tells, once, that another build is served than the one first seen. A page compares with what
 * it first saw, not with itself: a page out of some cache must not reload itself for ever.
 */
export function createVersionWatch(
  io: HttpIo & Pick<Environment, 'monotonicNow'>,
  onNewVersion: (build: string) => void,
): DataModule<Needs> {
  let first: string | undefined;
  let due = 0;
  let asking: AbortController | undefined;
  let told = false;
  let bridge: Needs['bridge'] | undefined;
  let wasOpen = false;

  /** A server that was updated was restarted, and its bridge with it: the page need not wait a minute to hear of it. */
  const justConnected = (): boolean => {
    const isOpen = bridge?.get().state === 'open';
    const before = wasOpen;
    wasOpen = isOpen;
    return isOpen && !before;
  };

  const ask = async (controller: AbortController): Promise<void> => {
    try {
      const build = await getJson(io, {
        url: new URL('version.json', io.base).href,
        signal: AbortSignal.any([controller.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        schema: versionFile,
        what: 'a version',
        maxBytes: 10_000,
        convert: (file) => file.build,
      });
      if (asking !== controller) return;
      first ??= build;
      if (build === first || told) return;
      told = true;
      onNewVersion(build);
    } catch {
      // Unknown just now: the page stays, and asks again.
    } finally {
      if (asking === controller) asking = undefined;
    }
  };

  return {
    init(_scene, state) {
      bridge = state.bridge;
    },
    update() {
      const now = io.monotonicNow();
      if (justConnected()) due = now;
      if (asking || now < due) return;
      due = now + INTERVAL_MS;
      asking = new AbortController();
      void ask(asking);
    },
    dispose() {
      const running = asking;
      asking = undefined;
      running?.abort();
    },
  };
}
