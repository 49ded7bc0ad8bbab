import type { Config } from '../config/config.ts';
import { type Signal, signal } from '../core/signal.ts';
import { sourceNames } from './labels.ts';
import { type Reading, loading } from './reading.ts';
import type { PortalProblem, ReadingValues } from './records.ts';

export type Readings = {
  readonly [Name in keyof ReadingValues]: Signal<Reading<ReadingValues[Name]>>;
};

export interface ReadingsState {
  readonly readings: Readings;
  /**
   * From when on `readings.commits` has every commit, in milliseconds since the epoch: 0 where it has
   * all there are, undefined where the code host does not say.
   */
  readonly commitsKnownSince: Signal<number | undefined>;
  /** Records of `portals.json` that were refused, with the reason. */
  readonly portalProblems: Signal<readonly PortalProblem[]>;
  /** The same of `vision.json`. */
  readonly visionProblems: Signal<readonly PortalProblem[]>;
  /** The same of `adapters.json`, by name. */
  readonly adapterProblems: Signal<readonly PortalProblem[]>;
}

/** All of them wait for their first answer. */
export const createReadingsState = (config: Config): ReadingsState => ({
  readings: Object.fromEntries(
    Object.entries(sourceNames(config)).map(([name, source]) => [name, signal(loading(source))]),
  ) as unknown as Readings,
  commitsKnownSince: signal<number | undefined>(undefined),
  portalProblems: signal<readonly PortalProblem[]>([]),
  visionProblems: signal<readonly PortalProblem[]>([]),
  adapterProblems: signal<readonly PortalProblem[]>([]),
});
