import { type Signal, signal } from '@lit-labs/signals';
import type { ReadingConfig } from '../config/reading-config.ts';
import type { ConfigProblem } from '../config/fields.ts';
import { type SourceReadings, createReadings } from '../readings/readings-state.ts';

/** The `config.json` of a home as it came, or why it could not be read. */
export type ConfigFile = { readonly raw: unknown } | { readonly problem: ConfigProblem };

/**
 * What the widgets of one home share: its readings, and what they depend on. The world's page has the
 * whole `State` instead, most of which a widget would carry for nothing.
 */
export interface HomeState {
  readonly readings: SourceReadings;
  /** Where the home is served, with a trailing slash: the base of every relative address. */
  readonly base: string;
  /** Milliseconds since the epoch, set once a second: ages are computed from it. */
  readonly now: Signal.State<number>;
  /** Whether the browser has a network. */
  readonly online: Signal.State<boolean>;
  /** What readings need of `config.json`, with defaults for what is missing or wrong. */
  readonly config: Signal.State<ReadingConfig>;
  /** For the element that shows what is wrong in it. */
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
