import { loadConfig, unreadProblem } from './load-config.ts';
import type { DataModule } from '../core/module.ts';
import { retryDelayMs } from '../core/back-off.ts';
import type { PageState } from '../core/page-state.ts';
import type { ConfigState } from './config-state.ts';

interface ConfigRetryDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds of a clock that is never set back. */
  monotonicNow(): number;
  /** 0 to 1, for the jitter. */
  random(): number;
}

/** The parts of the state that this module uses. */
type Needs = PageState & ConfigState;

/**
 * Requests `config.json` again while it could not be read: a page that was opened while its server
 * restarted must not show the defaults until it is reloaded. What depends on the configuration
 * follows its signal.
 */
export function createConfigRetry({ fetch, monotonicNow, random }: ConfigRetryDeps): DataModule<Needs> {
  let state: Needs | undefined;
  let failures = 0;
  let due = 0;
  let requesting = false;

  const plan = (): void => {
    failures += 1;
    due = monotonicNow() + retryDelayMs(failures, true, random);
  };

  const request = async (into: Needs): Promise<void> => {
    requesting = true;
    const { config, problems } = await loadConfig(into.base, fetch);
    requesting = false;
    if (state !== into) return;
    if (unreadProblem(problems)) {
      plan();
      return;
    }
    into.configProblems.set(problems);
    into.config.set(config);
  };

  return {
    init(_scene, into) {
      state = into;
      failures = 0;
      plan();
    },
    update() {
      if (!state || requesting || monotonicNow() < due || !unreadProblem(state.configProblems.get())) return;
      void request(state);
    },
    dispose() {
      state = undefined;
    },
  };
}
