import { type Signal, signal } from '@lit-labs/signals';
import type { ReadingConfig } from '../config/reading-config.ts';
import type { ConfigProblem } from '../config/fields.ts';
import { type SourceReadings, createReadings } from '../readings/readings-state.ts';

/** The unparsed `config.json` of a home, or why it could not be read. */
export type ConfigFile = { readonly raw: unknown } | { readonly problem: ConfigProblem };

/**
 * The state that the widgets of one home share: its readings, and what these need. The world's page has the
 * full `State`, most of which widgets do not need.
 */
export interface HomeState {
  readonly readings: SourceReadings;
  /** Where the home is served, with a trailing slash: the base of all relative URLs. */
  readonly base: string;
  /** Milliseconds since the epoch, updated once a second, for ages. */
  readonly now: Signal.State<number>;
  /** Whether the browser has a network. */
  readonly online: Signal.State<boolean>;
  /** The fields of `config.json` that readings need; missing or invalid fields have their defaults. */
  readonly config: Signal.State<ReadingConfig>;
  /** For the element that shows problems of the file. */
  readonly configFile: Signal.State<ConfigFile>;
}

export const createHomeState = (
  base: string,
  now: number,
  config: ReadingConfig,
  file: ConfigFile = { raw: {} },
): HomeState => ({
  base,
  now: signal(now),
  online: signal(true),
  config: signal(config),
  configFile: signal(file),
  readings: createReadings(config),
});
