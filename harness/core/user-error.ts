import { cleanLine, errorMessage } from '../../data/core/text.ts';

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

/** Why the home cannot listen on a port; `flag` is the name of the flag that chooses the port. */
export function listenError(error: unknown, host: string, port: number, flag: string): UserError {
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    EADDRINUSE: [
      `Port ${port} on ${host} is in use.`,
      `Stop the program that uses it, or choose another with --${flag} ${port === 65_535 ? 4300 : port + 100}.`,
    ],
    EACCES: [
      `This user may not listen on port ${port}.`,
      `Choose a port from 1024 on, for example --${flag} 4200.`,
    ],
    EADDRNOTAVAIL: [
      `This machine has no address ${host}.`,
      'Use --host 127.0.0.1, or 0.0.0.0 for every address.',
    ],
    ENOTFOUND: [`The host name ${host} is not known.`, 'Use --host 127.0.0.1, or 0.0.0.0 for every address.'],
  };
  const [message, fix] = reasons[codeOf(error) ?? ''] ?? [
    `The home cannot listen on ${host}:${port}: ${errorMessage(error)}.`,
    `Choose another address with --host and --${flag}.`,
  ];
  return new UserError(message, fix);
}

/**
 * The message in an answer, as one line; empty if the answer has none. The line is cleaned: another server
 * than a home could control the terminal with it.
 */
export async function messageOf(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as { message?: unknown };
    return typeof message === 'string' ? cleanLine(message).slice(0, 400) : '';
  } catch {
    return '';
  }
}
