import { errorMessage } from '../../data/core/text.ts';
import { UserError, codeOf } from './user-error.ts';

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
