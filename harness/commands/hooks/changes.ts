/**
 * What a session has changed: its working tree compared with the last commit, and the files that git does not know.
 * It is for the owner, and read only when the owner asks. Nothing that a repository names may run: its configuration
 * can name programs for diffs, filters, hooks and the watching of files, and an agent may have written it.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink } from 'node:fs/promises';
import { devNull, homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { changedFiles } from '../../../data/core/changed-files.ts';
import type { SentChanges } from '../../../data/changes/changes.ts';
import { workTreeOf } from './work-tree.ts';

export const changesLimits = {
  /** The characters of all diffs, and of one file. */
  all: 400_000,
  file: 100_000,
  /** The files that are named because they are not shown. */
  named: 200,
  /** What is read of git. */
  bytes: 16 * 1024 * 1024,
  milliseconds: 10_000,
};

/** Settings that keep git from running programs, from writing, and from marking diffs in another way. */
const SETTINGS: Readonly<Record<string, string>> = {
  'core.fsmonitor': 'false',
  'core.hooksPath': devNull,
  'core.untrackedCache': 'false',
  // Characters that hide others stay as they are: the home marks them.
  'core.quotePath': 'false',
  // Larger files are binary for git, which would else hold them in memory.
  'core.bigFileThreshold': '16m',
  'diff.suppressBlankEmpty': 'false',
};

/** The environment of git. Variables of the agent could lead it to another repository. */
function environmentOf(root: string, settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|HOME_WORLD_)/i.test(name));
  const pairs = Object.entries(settings).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ]);
  // No program called “git” that is in the project itself.
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !`${folder}${sep}`.startsWith(`${root}${sep}`));
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(pairs),
    PATH: path.join(delimiter),
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
    GIT_CEILING_DIRECTORIES: dirname(root),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // A clone without all of its objects would fetch them.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: '',
    LC_ALL: 'C',
  };
}

interface Ran {
  readonly code: number | null;
  readonly out: Buffer;
  /** Whether there was more than is read. */
  readonly isCut: boolean;
  readonly error: string;
}

/** Git in one work tree. */
class Git {
  readonly #root: string;
  readonly #signal: AbortSignal;
  #env: NodeJS.ProcessEnv;

  constructor(root: string, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
    this.#env = environmentOf(root, SETTINGS);
  }

  /** Rejects if git cannot be started, or takes too long. */
  run(...args: readonly string[]): Promise<Ran> {
    const child = spawn('git', ['-C', this.#root, `--work-tree=${this.#root}`, '--no-pager', ...args], {
      // Windows looks for programs in the working folder, too.
      cwd: homedir(),
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: this.#signal,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let [bytes, isCut, error] = [0, false, ''];
    child.stdout.on('data', (chunk: Buffer) => {
      if (isCut) return;
      chunks.push(chunk);
      bytes += chunk.length;
      isCut = bytes > changesLimits.bytes;
      if (isCut) child.kill('SIGKILL');
    });
    child.stderr.on('data', (chunk: Buffer) => (error = `${error}${chunk.toString('utf8')}`.slice(0, 400)));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, out: Buffer.concat(chunks), isCut, error }));
    });
  }

  /** Switches off the filters in the configuration: git would run them to compare a file. */
  async withoutFilters(): Promise<void> {
    const { out } = await this.run('config', '--includes', '--name-only', '-z', '--get-regexp', '^filter\\.');
    const drivers = new Set(
      out
        .toString('utf8')
        .split('\0')
        .flatMap((name) => /^filter\.(.+)\.[^.]+$/s.exec(name)?.[1] ?? []),
    );
    const off = [...drivers].flatMap((driver) => [
      [`filter.${driver}.clean`, ''] as const,
      [`filter.${driver}.process`, ''] as const,
      [`filter.${driver}.required`, 'false'] as const,
    ]);
    this.#env = environmentOf(this.#root, { ...SETTINGS, ...Object.fromEntries(off) });
  }

  /** The last commit; the empty tree before the first one. */
  async head(): Promise<string> {
    const { code, out } = await this.run('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
    const found = code === 0 ? out : (await this.run('hash-object', '-t', 'tree', devNull)).out;
    return found.toString('utf8').trim();
  }
}

/** Collects the diffs of files, until there is too much. */
class Collected {
  diff = '';
  readonly notShown: { path: string; why: string }[] = [];
  more = 0;

  name(path: string, why: string): void {
    if (this.notShown.length < changesLimits.named) this.notShown.push({ path: path.slice(0, 400), why });
    else this.more++;
  }

  get isFull(): boolean {
    return this.diff.length >= changesLimits.all;
  }

  add(section: string, path: string): void {
    const room = Math.min(changesLimits.file, changesLimits.all - this.diff.length);
    if (section.length <= room) {
      this.diff += section;
      return;
    }
    const head = section.slice(0, section.lastIndexOf('\n', room) + 1);
    // A header that is cut could name a wrong file, so only the name is listed.
    if (!/^@@ /m.test(head)) {
      this.name(path, 'there is no room for it');
      return;
    }
    const left = section.length - head.length;
    this.diff += `${head}⟦${left} characters are left out here⟧\n`;
    this.name(path, `${left} characters of it`);
  }
}

/** A path as git writes it in the head of a diff. */
function quoted(path: string): string {
  if (!/["\\\p{Cc}]/u.test(path)) return path;
  const escaped = path
    .replaceAll(/["\\]/g, '\\$&')
    .replaceAll(/\p{Cc}/gu, (one) =>
      [...Buffer.from(one)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    );
  return `"${escaped}"`;
}

/** The diff of a new file. */
function newFile(path: string, mode: string, text: string): string {
  const [before, after] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = `diff --git ${before} ${after}\nnew file mode ${mode}\n`;
  if (text === '') return head;
  const lines = text.replace(/\n$/, '').split('\n');
  const end = text.endsWith('\n') ? '' : '\\ No newline at end of file\n';
  const content = lines.map((line) => `+${line}\n`).join('');
  return `${head}--- /dev/null\n+++ ${after}\n@@ -0,0 +1,${lines.length} @@\n${content}${end}`;
}

const binaryFile = (path: string): string => {
  const after = quoted(`b/${path}`);
  return `diff --git ${quoted(`a/${path}`)} ${after}\nnew file mode 100644\nBinary files /dev/null and ${after} differ\n`;
};

/** The bytes of a regular file. No link is followed, and no pipe is waited for. */
async function bytesOf(full: Buffer): Promise<Buffer | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(full, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const found = await file.stat();
    return found.isFile() && found.size <= changesLimits.all ? await file.readFile() : undefined;
  } finally {
    await file?.close();
  }
}

/** Adds a file that git does not know. */
async function addUntracked(collected: Collected, root: string, name: Buffer): Promise<void> {
  const path = name.toString('utf8');
  if (path.endsWith('/')) return collected.name(path, 'a repository of its own');
  const full = Buffer.concat([Buffer.from(join(root, sep)), name]);
  const found = await lstat(full);
  if (found.isSymbolicLink()) return collected.add(newFile(path, '120000', await readlink(full)), path);
  if (!found.isFile()) return collected.name(path, 'no file with content');
  if (found.size > changesLimits.all) return collected.name(path, `${found.size} bytes are too many`);
  const bytes = await bytesOf(full);
  if (!bytes) return collected.name(path, 'it has changed meanwhile');
  // git uses the same rule: a NUL byte near the beginning makes a file binary.
  if (bytes.subarray(0, 8_000).includes(0)) return collected.add(binaryFile(path), path);
  return collected.add(newFile(path, '100644', bytes.toString('utf8')), path);
}

/** The names in a list that ends each with a zero byte. */
function namesIn(list: Buffer): Buffer[] {
  const names: Buffer[] = [];
  for (let start = 0, end = list.indexOf(0); end >= 0; start = end + 1, end = list.indexOf(0, start))
    names.push(list.subarray(start, end));
  return names;
}

async function read(root: string, signal: AbortSignal): Promise<SentChanges> {
  const git = new Git(root, signal);
  await git.withoutFilters();
  const head = await git.head();
  // This command prints no settings of the user into the diff, and writes no index that the agent may need.
  const tracked = await git.run(
    'diff-index',
    '--patch',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--find-renames',
    '--submodule=short',
    '--ignore-submodules=dirty',
    '--src-prefix=a/',
    '--dst-prefix=b/',
    head,
    '--',
  );
  if (tracked.code !== 0 && !tracked.isCut)
    return { problem: `Git says: ${tracked.error.split('\n')[0] ?? ''}`.slice(0, 400) };
  const untracked = await git.run('ls-files', '--others', '--exclude-standard', '-z');
  const collected = new Collected();
  for (const section of tracked.out.toString('utf8').split(/(?<![^\n])(?=diff --git )/)) {
    // If only the time of a file has changed, its section has no lines after the head.
    if (!/^diff --git .*\n./.test(section)) continue;
    collected.add(section, changedFiles(section)[0]?.path ?? '');
  }
  for (const name of namesIn(untracked.out)) {
    signal.throwIfAborted();
    if (collected.isFull) collected.name(name.toString('utf8'), 'there is no room for it');
    else
      await addUntracked(collected, root, name).catch(() =>
        collected.name(name.toString('utf8'), 'it cannot be read'),
      );
  }
  const { diff, notShown, more } = collected;
  return { diff, notShown, more, isCut: tracked.isCut || untracked.isCut };
}

/** What has changed in the repository of a folder, or why that cannot be told. Never rejects. */
export async function changesIn(
  folder: string,
  { home = homedir(), milliseconds = changesLimits.milliseconds } = {},
): Promise<SentChanges> {
  const root = workTreeOf(folder, home)?.root;
  if (root === undefined)
    return { problem: 'The session runs in the home folder of its user, of which nothing is sent.' };
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await read(root, signal);
  } catch (error) {
    if (signal.aborted) return { problem: `Git took longer than ${milliseconds / 1000} s.` };
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { problem: isMissing ? 'There is no Git on its machine.' : 'What has changed cannot be read.' };
  }
}
