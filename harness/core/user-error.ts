import { errorMessage } from '../../data/core/text.ts';

/** A problem that the owner can solve: the problem, the fix and an exit code. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly fix: string;
  /**
   * 2 for a wrong command line or setting, which only the owner can correct; 1 for a problem that may pass by
   * itself.
   */
  readonly exitCode: number;

  constructor(message: string, fix: string, exitCode = 1) {
    super(message);
    this.fix = fix;
    this.exitCode = exitCode;
  }
}

/** The code of a system error (`EADDRINUSE`), if it has one. */
export const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;

/** Why `fetch` failed. Its error says only that it failed; the reason is in the cause of the error. */
export const fetchFailure = (error: unknown): string =>
  errorMessage(error instanceof Error && error.cause !== undefined ? error.cause : error) ||
  'the connection failed';
