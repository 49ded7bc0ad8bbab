import * as v from 'valibot';
import { type DataModule, dataModule } from './module.ts';
import type { Readable } from './watch.ts';
import type { Environment } from './environment.ts';
import type { HttpIo } from './http.ts';
import { getJson } from './json.ts';

interface Needs {
  /** Undefined on a page without a bridge. */
  readonly bridge?: Readable<{ readonly state: string }>;
}

/** The key in `sessionStorage` of the build for which the page was reloaded. */
const RELOADED_FOR = 'home-world.reloaded-for';
const INTERVAL_MS = 60_000;
const TIMEOUT_MS = 10_000;
const versionFile = v.object({ version: v.string(), build: v.string() });

/** Whether a build is the page's own. */
type IsOwn = (build: string) => boolean;

/** The first build that is seen counts as the page's own. */
function isFirstSeen(): IsOwn {
  let first: string | undefined;
  return (build) => (first ??= build) === build;
}

/**
 * A build contains the script names of its pages (`ci/build/version-file.ts`), so that a page from a cache,
 * such as the service worker's, can tell that the build is not its own. `script` is the URL of the page's
 * script.
 */
export function isOwnBuild(script: string): IsOwn {
  const isFirst = isFirstSeen();
  const name = script.slice(script.lastIndexOf('/') + 1);
  return (build) => isFirst(build) && build.includes(name);
}

/**
 * Reloads the page once for each build: if a cache keeps an old page, the page would otherwise reload
 * forever. If the browser blocks storage, only a page that has seen an earlier build reloads.
 */
export function reloadForBuild(
  script: string,
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
  reload: () => void,
): { isOwn: IsOwn; onNewVersion(build: string): void } {
  return {
    isOwn: storage ? isOwnBuild(script) : isFirstSeen(),
    onNewVersion(build) {
      if (storage?.getItem(RELOADED_FOR) === build) return;
      storage?.setItem(RELOADED_FOR, build);
      reload();
    },
  };
}

/**
 * Watches `version.json`. Calls `onNewVersion` once when the home serves a build that is not the page's own.
 */
export const createVersionWatch = (
  io: HttpIo & Pick<Environment, 'monotonicNow'>,
  onNewVersion: (build: string) => void,
  isOwn = isFirstSeen(),
): DataModule<Needs> =>
  dataModule(({ bridge }) => {
    const life = new AbortController();
    let due = 0;
    let isBusy = false;
    let isReported = false;
    let wasOpen = false;

    /**
     * Returns whether the bridge has connected since the last call. The version is then checked at once,
     * because the bridge also reconnects after an update of the server.
     */
    const hasJustConnected = (): boolean => {
      const before = wasOpen;
      wasOpen = bridge?.get().state === 'open';
      return wasOpen && !before;
    };
    const request = async (): Promise<void> => {
      isBusy = true;
      try {
        const build = await getJson(io, {
          url: new URL('version.json', io.base).href,
          signal: AbortSignal.any([life.signal, AbortSignal.timeout(TIMEOUT_MS)]),
          schema: versionFile,
          what: 'a version',
          maxBytes: 10_000,
          convert: (file) => file.build,
        });
        if (isOwn(build) || isReported || life.signal.aborted) return;
        isReported = true;
        onNewVersion(build);
      } catch {
        // The next attempt follows in a minute.
      } finally {
        isBusy = false;
      }
    };
    return {
      update() {
        const now = io.monotonicNow();
        if (hasJustConnected()) due = now;
        if (isBusy || now < due) return;
        due = now + INTERVAL_MS;
        void request();
      },
      dispose: () => life.abort(),
    };
  });
