import * as v from 'valibot';
import type { DataModule } from './module.ts';
import type { Readable } from './signal.ts';
import type { Environment } from './environment.ts';
import type { HttpIo } from './http.ts';
import { getJson } from './json.ts';

/** The part of the state that this module uses. */
interface Needs {
  readonly bridge: Readable<{ readonly state: string }>;
}

const INTERVAL_MS = 60_000;
const TIMEOUT_MS = 10_000;
const versionFile = v.object({ version: v.string(), build: v.string() });

/**
 * Watches `version.json`, and calls `onNewVersion` once when another build is served than the first
 * one seen. It does not compare with the page's own build: a page out of a cache would reload itself
 * for ever.
 */
export function createVersionWatch(
  io: HttpIo & Pick<Environment, 'monotonicNow'>,
  onNewVersion: (build: string) => void,
): DataModule<Needs> {
  let first: string | undefined;
  let due = 0;
  let running: AbortController | undefined;
  let reported = false;
  let bridge: Needs['bridge'] | undefined;
  let wasOpen = false;

  /** An updated server was restarted, and its bridge with it: then the page need not wait a minute. */
  const justConnected = (): boolean => {
    const isOpen = bridge?.get().state === 'open';
    const before = wasOpen;
    wasOpen = isOpen;
    return isOpen && !before;
  };

  const request = async (controller: AbortController): Promise<void> => {
    try {
      const build = await getJson(io, {
        url: new URL('version.json', io.base).href,
        signal: AbortSignal.any([controller.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        schema: versionFile,
        what: 'a version',
        maxBytes: 10_000,
        convert: (file) => file.build,
      });
      if (running !== controller) return;
      first ??= build;
      if (build === first || reported) return;
      reported = true;
      onNewVersion(build);
    } catch {
      // The next attempt follows in a minute.
    } finally {
      if (running === controller) running = undefined;
    }
  };

  return {
    init(_scene, state) {
      bridge = state.bridge;
    },
    update() {
      const now = io.monotonicNow();
      if (justConnected()) due = now;
      if (running || now < due) return;
      due = now + INTERVAL_MS;
      running = new AbortController();
      void request(running);
    },
    dispose() {
      const controller = running;
      running = undefined;
      controller?.abort();
    },
  };
}
