import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { codeOf } from '../../core/user-error.ts';

/** The programs that see and control an X11 display, with their packages in Debian. */
const PROGRAMS = {
  xdotool: 'xdotool',
  maim: 'maim',
  xprop: 'x11-utils',
  xwininfo: 'x11-utils',
} as const;
type ProgramName = keyof typeof PROGRAMS;

/** What is missing on this machine. */
export function missingPackages(env: NodeJS.ProcessEnv) {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const missing = Object.entries(PROGRAMS).filter(
    ([program]) => !folders.some((folder) => folder !== '' && existsSync(join(folder, program))),
  );
  return {
    programs: missing.map(([program]) => program),
    packages: [...new Set(missing.map(([, name]) => name))],
  };
}

/** A failure with a message for the result of a tool. */
export class DesktopError extends Error {}

/** A program that this machine does not have. */
export class MissingProgram extends DesktopError {
  /** Debian’s package with the program. */
  readonly package: string;
  constructor(program: ProgramName) {
    super(`There is no ${program}: install ${PROGRAMS[program]}.`);
    this.package = PROGRAMS[program];
  }
}

/** Runs a program without a shell. Throws a `DesktopError`. */
export type RunProgram = (
  program: ProgramName,
  args: readonly string[],
  options?: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number },
) => Promise<Buffer>;

const TIMEOUT_MS = 5_000;
/** Enough for a screenshot of a large screen without compression. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const firstLine = (text: Buffer): string => text.toString('utf8').trim().split('\n')[0]?.slice(0, 200) ?? '';

/** @param env The display (`DISPLAY`, `XAUTHORITY`) and the `PATH`. */
export const programsOn =
  (env: NodeJS.ProcessEnv): RunProgram =>
  (program, args, { signal, timeoutMs = TIMEOUT_MS } = {}) =>
    new Promise((resolve, reject) => {
      const options = {
        encoding: 'buffer',
        env,
        timeout: timeoutMs,
        maxBuffer: MAX_OUTPUT_BYTES,
        ...(signal && { signal }),
      } as const;
      execFile(program, args, options, (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        if (codeOf(error) === 'ENOENT') return reject(new MissingProgram(program));
        if (signal?.aborted) return reject(new DesktopError('The call was cancelled.'));
        const cause = error.killed === true ? 'it took too long' : firstLine(stderr) || 'it failed';
        reject(new DesktopError(`${program}: ${cause}.`));
      });
    });
