import { isUnread, loadConfig } from './load-config.ts';
import type { DataModule } from '../core/module.ts';
import { retryDelayMs } from '../core/back-off.ts';
import type { PageState } from '../core/page-state.ts';
import type { ConfigState } from './config-state.ts';

export interface ConfigRetryDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds of a clock that is never set back. */
  monotonicNow(): number;
  /** 0 to 1, for the jitter. */
  random(): number;
}

/** The parts of the state that this module uses. */
type Needs = PageState & ConfigState;

/**
 * Asks for `config.json` again while it could not be read: a page that was opened in the second its server restarted must not
 * show the defaults until somebody reloads it. What works from the configuration follows its signal.
 */
export function createConfigRetry({ fetch, monotonicNow, random }: ConfigRetryDeps): DataModule<Needs> {
  let state: Needs | undefined;
  let failures = 0;
  let due = 0;
  let asking = false;

  const plan = (): void => {
    failures += 1;
    due = monotonicNow() + retryDelayMs(failures, true, random);
  };

  const ask = async (into: Needs): Promise<void> => {
    asking = true;
    const { config, problems } = await loadConfig(into.base, fetch);
    asking = false;
    if (state !== into) return;
    if (isUnread(problems)) {
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
      if (!state || asking || monotonicNow() < due || !isUnread(state.configProblems.get())) return;
      void ask(state);
    },
    dispose() {
      state = undefined;
    },
  };
}
