import { type Signal, signal } from '../core/signal.ts';
import type { Config, ConfigProblem } from './config.ts';

export interface ConfigState {
  /** The owner's `config.json`, with defaults for what it leaves out. */
  readonly config: Signal<Config>;
  /** Fields that were refused, and a file that could not be read. */
  readonly configProblems: Signal<readonly ConfigProblem[]>;
}

export const createConfigState = (config: Config, problems: readonly ConfigProblem[]): ConfigState => ({
  config: signal(config),
  configProblems: signal(problems),
});
