import { terminalText } from '../../harness/core/terminal-text.ts';
import { UserError } from '../../harness/core/user-error.ts';

/**
 * Runs a step of the pipeline. A problem that the owner can solve is printed with its fix and gives
 * the exit code.
 */
export async function runStep(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(`${terminalText(error.message)}\n  ${error.fix}`);
    process.exitCode = error.exitCode;
  }
}

/** A setting from the environment; an empty one counts as not set, as an unset secret is empty. */
export const setting = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  env[name]?.trim() || undefined;
