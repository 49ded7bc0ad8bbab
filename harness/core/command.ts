import type { Flag, FlagValues } from './options.ts';

/** One command of `home-world`. */
export interface Command {
  readonly summary: string;
  /** Shown by `--help` below the flags. */
  readonly details: string;
  readonly flags: readonly Flag[];
  /** What follows the command besides flags, for the help: `[text]`. Without it no words may follow. */
  readonly words?: string;
  /** Resolves with the exit code; throws a `UserError` for problems that the owner can solve. */
  run(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number>;
}
