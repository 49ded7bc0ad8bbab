/**
 * What a report says of the folder of a session. Read from the files of git: a git process would take longer than
 * all the rest of a hook.
 */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface WorkTree {
  /** The folder with `.git`, else the working folder. Never sent. */
  readonly root: string;
  readonly folder: string | null;
  readonly branch: string | null;
  readonly repository: string | null;
}

const MAX_BYTES = 1024 * 1024;

/** The text of a file. What is no file is not opened: a pipe in a cloned folder would hold the agent up. */
function textOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The git folder of a folder that has one. Of a linked work tree, and of a submodule, `.git` is a file. */
function gitFolderOf(folder: string): string | undefined {
  const path = join(folder, '.git');
  if (textOf(join(path, 'HEAD')) !== undefined) return path;
  const [, target] = /^gitdir: (.+)/.exec(textOf(path) ?? '') ?? [];
  return target === undefined ? undefined : resolve(folder, target.trim());
}

const branchOf = (head: string): string | null => {
  const [, branch] = /^ref: refs\/heads\/(.+)/.exec(head) ?? [];
  // Repositories with reference tables have this name there instead of the branch.
  return branch === undefined || branch === '.invalid' ? null : branch.trim();
};

/** The address of the remote `origin` in the configuration of a repository. */
function originOf(config: string): string | undefined {
  let isOrigin = false;
  for (const line of config.split('\n')) {
    if (/^\s*\[/.test(line)) isOrigin = /^\s*\[\s*remote\s+"origin"\s*\]/i.test(line);
    const [, url] = (isOrigin && /^[^[]*?\burl\s*=\s*"?([^\s"#;]+)/i.exec(line)) || [];
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Folders of a machine, which come before the name of its user or of a customer. */
const MACHINE_PATH = /^\/*(?:home|Users|root|srv|var|opt|mnt|media|tmp|private|~[^/]*)\//;

/**
 * The owner and the name of a repository: `owner/name`. Only these leave the machine, as an address may hold a
 * password; and none of a local path.
 */
export function repositoryOf(address: string): string | null {
  const [, host, after] = /^(?:[^@/\s]+@)?([^:/\s@]{2,}):(?!\/\/)(.+)$/.exec(address) ?? [];
  const url = host === undefined ? URL.parse(address) : null;
  const path = url && /^(?:https?|ssh|git):$/.test(url.protocol) ? url.pathname : after;
  if (path === undefined || MACHINE_PATH.test(path)) return null;
  const parts = path
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter((part) => part !== '');
  const [owner, name] = parts.slice(-2);
  return name !== undefined && [owner, name].every((part) => /^[\w.-]+$/.test(part ?? ''))
    ? `${owner}/${name}`
    : null;
}

function factsOf(root: string, git: string): WorkTree {
  const common = textOf(join(git, 'commondir'))?.trim();
  const config = textOf(join(common === undefined ? git : resolve(git, common), 'config')) ?? '';
  const origin = originOf(config);
  return {
    root,
    folder: basename(root),
    branch: branchOf(textOf(join(git, 'HEAD')) ?? ''),
    repository: origin === undefined ? null : repositoryOf(origin),
  };
}

/** A path below a folder; undefined for the folder itself, and outside. */
function pathBelow(root: string, path: string): string | undefined {
  const below = relative(root, path);
  const isOutside = below === '' || below.split(sep)[0] === '..' || isAbsolute(below);
  return isOutside ? undefined : below.split(sep).join('/');
}

/**
 * The work tree of a folder. The home folder of the user and those above have no name, since that may be the
 * user's, and no files: they are not of one piece of work.
 */
export function workTreeOf(cwd: string, home = homedir()): WorkTree | undefined {
  if (!isAbsolute(cwd)) return undefined;
  const isPrivate = (folder: string): boolean =>
    folder === dirname(folder) || folder === resolve(home) || pathBelow(folder, home) !== undefined;
  for (let folder = resolve(cwd); !isPrivate(folder); folder = dirname(folder)) {
    const git = gitFolderOf(folder);
    if (git !== undefined) return factsOf(folder, git);
  }
  const root = resolve(cwd);
  return isPrivate(root) ? undefined : { root, folder: basename(root), branch: null, repository: null };
}

/** A file's path below a folder. The path of any other file may tell something private. */
export const fileBelow = (root: string, cwd: string, file: string): string | undefined =>
  pathBelow(root, resolve(cwd, file));
