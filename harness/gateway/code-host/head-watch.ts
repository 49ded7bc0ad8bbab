import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { GitResult } from './git.ts';

/** git writes several files for one commit. HEAD is read when no file has changed for this time. */
const SETTLE_MS = 100;

/**
 * Watches the files that git writes when HEAD of a repository moves: by a commit, a checkout, a pull or a
 * push. Where a folder cannot be watched, or its file system reports no changes, the home still polls.
 */
export class HeadWatch {
  readonly #folder: string;
  readonly #run: (args: readonly string[]) => Promise<GitResult>;
  readonly #moved: () => void;
  #watchers: readonly FSWatcher[] = [];
  #head: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void>;
  #isClosed = false;
  /** Resolves when the files are watched. */
  readonly ready: Promise<void>;

  /** `run` runs git in `folder`. */
  constructor(folder: string, run: (args: readonly string[]) => Promise<GitResult>, moved: () => void) {
    this.#folder = folder;
    this.#run = run;
    this.#moved = moved;
    this.ready = this.#look();
    this.#looking = this.ready;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }

  /** Watches the files of the current branch, then reads HEAD. Calls `moved` if HEAD has changed. */
  async #look(): Promise<void> {
    const files = await this.#files();
    if (this.#isClosed) return;
    const before = this.#watchers;
    this.#watchers = files.flatMap((file) => this.#watch(file) ?? []);
    for (const watcher of before) watcher.close();
    const head = await this.#run(['rev-parse', '--verify', '--quiet', 'HEAD']);
    if (this.#isClosed) return;
    // Without a commit there is no HEAD yet.
    const now = head.ok ? head.text : '';
    if (this.#head !== undefined && this.#head !== now) this.#moved();
    this.#head = now;
  }

  /** HEAD, its log, its branch and the packed refs. A worktree shares the last two with its repository. */
  async #files(): Promise<string[]> {
    const folders = await this.#run(['rev-parse', '--absolute-git-dir', '--git-common-dir']);
    if (!folders.ok) return [];
    const [own = '', shared = own] = folders.text.split('\n').filter(Boolean);
    const common = resolve(this.#folder, shared);
    const branch = await this.#run(['symbolic-ref', '--quiet', 'HEAD']);
    return [
      join(own, 'HEAD'),
      join(own, 'logs/HEAD'),
      ...(branch.ok ? [join(common, branch.text.trim())] : []),
      join(common, 'packed-refs'),
    ];
  }

  /** Watches the folder of a file, because git replaces the file. Undefined if that is not possible. */
  #watch(file: string): FSWatcher | undefined {
    const changed = (_event: string, name: string | null): void => {
      if (name !== null && name !== basename(file)) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#looking = this.#looking.then(() => this.#look());
      }, SETTLE_MS).unref();
    };
    try {
      const watcher = watch(dirname(file), { persistent: false }, changed);
      return watcher.on('error', () => watcher.close());
    } catch {
      return undefined;
    }
  }
}
