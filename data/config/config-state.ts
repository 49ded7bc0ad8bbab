import { type Signal, signal } from '@lit-labs/signals';
import type { Config } from './config.ts';
import type { ConfigProblem } from './fields.ts';

export interface ConfigState {
  /** The owner's `config.json`, with defaults for missing fields. */
  readonly config: Signal.State<Config>;
  /** The invalid fields, and the problem of a file that could not be read. */
  readonly configProblems: Signal.State<readonly ConfigProblem[]>;
}

export const createConfigState = (config: Config, problems: readonly ConfigProblem[]): ConfigState => ({
  config: signal(config),
  configProblems: signal(problems),
});
