import type { Flag, FlagValues } from '../options.ts';

/** A command of `home-world`. */
export interface Command {
  readonly summary: string;
  /** Shown by `--help` below the flags. */
  readonly details: string;
  readonly flags: readonly Flag[];
  /** Resolves with the exit code; throws a `UserError` for problems that the owner can solve. */
  run(values: FlagValues, env: NodeJS.ProcessEnv): Promise<number>;
}
