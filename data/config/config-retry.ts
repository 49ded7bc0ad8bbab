import { parseConfig } from './parse-config.ts';
import { loadConfig, unreadProblem } from './load-config.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { Environment } from '../core/environment.ts';
import { retryDelayMs } from '../core/back-off.ts';
import type { PageState } from '../core/page-state.ts';
import type { ConfigState } from './config-state.ts';

type Outside = Pick<Environment, 'fetch' | 'monotonicNow' | 'random'>;

type Needs = PageState & ConfigState;

/**
 * Requests `config.json` again if it could not be read: a page that was opened during a restart of its server
 * must not show the defaults until a reload. Everything that depends on the configuration follows its signal.
 */
export const createConfigRetry = ({ fetch, monotonicNow, random }: Outside): DataModule<Needs> =>
  dataModule((state) => {
    let failures = 0;
    let due = 0;
    let isBusy = false;
    const plan = (): void => {
      failures += 1;
      due = monotonicNow() + retryDelayMs(failures, true, random);
    };
    const request = async (): Promise<void> => {
      isBusy = true;
      const { config, problems } = await loadConfig(state.base, fetch, parseConfig);
      // The module was disposed meanwhile.
      if (due === Infinity) return;
      isBusy = false;
      if (unreadProblem(problems)) return plan();
      state.configProblems.set(problems);
      state.config.set(config);
    };
    plan();
    return {
      update() {
        if (!isBusy && monotonicNow() >= due && unreadProblem(state.configProblems.get())) void request();
      },
      dispose() {
        due = Infinity;
      },
    };
  });
