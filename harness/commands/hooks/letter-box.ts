/**
 * Which letters of the owner this machine has put before the model of a session. A hook may be killed at any
 * time, and the home may be killed before it knows that a letter was printed. So the home hands a letter over
 * until it is confirmed, and the files here see to it that it is printed once:
 *
 * - `<id>.claim-0`: a hook is about to print the letter. The file has the id of the hook's process. If that
 *   process is gone and the letter is not printed, the process was killed, and the agent ignores what it has
 *   written. Then another hook makes `<id>.claim-1`, and so on: only one hook can make each of these files.
 * - `<id>.printed`: the letter is printed. The next report of the session confirms it.
 * - `<id>.confirmed`: the home knows.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { shortHash } from './payload.ts';

/** A hook takes less than a second. After this time, its id may be that of another process. */
const CLAIM_MS = 10_000;
/** How long the files of a session stay after their last change. */
const KEPT_MS = 24 * 3_600_000;
/** The home accepts this many in one report. */
const MAX_CONFIRMED = 64;
const PRINTED = /^([\w-]{1,22})\.printed$/;

export interface Printed {
  readonly id: string;
  /** When it was printed, in milliseconds since the epoch. */
  readonly at: number;
}

/** Whether a process runs. One that this user may not signal runs, too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs file operations that fail if another hook was faster. Returns whether they succeeded. */
function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** The letters of one session on this machine. */
export class LetterBox {
  readonly #folder: string;
  /** The letters that this machine has printed, and that the home has not confirmed as printed yet. */
  readonly printed: readonly Printed[];
  readonly #claimed: string[] = [];

  /** Throws if the folder cannot be written: then a letter could be printed twice. */
  constructor(session: string, env: NodeJS.ProcessEnv) {
    const state = env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local/state');
    const letters = join(state, 'home-world/letters');
    this.#folder = join(letters, shortHash(session));
    if (mkdirSync(this.#folder, { recursive: true, mode: 0o700 }) !== undefined) removeOld(letters);
    this.printed = readdirSync(this.#folder)
      .flatMap((name) => {
        const [, id] = PRINTED.exec(name) ?? [];
        const at = id === undefined ? undefined : this.#timeOf(name);
        return id === undefined || at === undefined ? [] : [{ id, at: Math.floor(at) }];
      })
      .slice(-MAX_CONFIRMED);
  }

  /** Whether this process may print the letter: no other has printed it or is about to. */
  claim(id: string): boolean {
    if (!/^[\w-]{1,22}$/.test(id)) return false;
    let claims = 0;
    while (this.#has(`${id}.claim-${claims}`)) claims++;
    if (claims > 0 && this.#isHeld(`${id}.claim-${claims - 1}`)) return false;
    const next = join(this.#folder, `${id}.claim-${claims}`);
    if (!succeeds(() => writeFileSync(next, String(process.pid), { flag: 'wx', mode: 0o600 }))) return false;
    // Checked after the claim: the process of the last claim may have printed it and ended.
    if (this.#has(`${id}.printed`) || this.#has(`${id}.confirmed`)) return false;
    this.#claimed.push(id);
    return true;
  }

  /** Call it when the claimed letters are printed, right before the process ends. */
  keepPrinted(): void {
    for (const id of this.#claimed) writeFileSync(join(this.#folder, `${id}.printed`), '', { mode: 0o600 });
  }

  /** Call it when the home has received the report with `printed`. */
  keepConfirmed(): void {
    for (const { id } of this.printed)
      succeeds(() => renameSync(join(this.#folder, `${id}.printed`), join(this.#folder, `${id}.confirmed`)));
  }

  #timeOf(name: string): number | undefined {
    return statSync(join(this.#folder, name), { throwIfNoEntry: false })?.mtimeMs;
  }

  #has(name: string): boolean {
    return this.#timeOf(name) !== undefined;
  }

  /** Whether the process of a claim still runs. */
  #isHeld(name: string): boolean {
    const at = this.#timeOf(name);
    if (at === undefined || Date.now() - at >= CLAIM_MS) return false;
    const pid = Number(readFileSync(join(this.#folder, name), 'utf8'));
    // The process may have made the file, and not have written into it yet.
    return pid === 0 || isRunning(pid);
  }
}

/** Removes the folders of old sessions. Runs when a session begins. */
function removeOld(letters: string): void {
  for (const name of readdirSync(letters)) {
    const folder = join(letters, name);
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}
