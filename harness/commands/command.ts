import type { Flag, FlagValues } from '../options.ts';

/** One word after `home-world`. */
export interface Command {
  readonly summary: string;
  /** What `--help` says besides the flags. */
  readonly details: string;
  readonly flags: readonly Flag[];
  /**
   * Resolves with the exit code once all is done; throws a `Failure` for what the owner can put
   * right.
   */
  run(values: FlagValues, env: NodeJS.ProcessEnv): Promise<number>;
}
