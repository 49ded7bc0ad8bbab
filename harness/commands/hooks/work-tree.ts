/**
 * What a report says of the folder of a session. It is read from the files of git: a git process would take
 * longer than all the rest of a hook.
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

/**
 * The text of a regular file. Nothing else is opened: reading a pipe in a cloned folder would block the
 * agent.
 */
function textOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The git folder of a folder; undefined if it has none. In a linked work tree and in a submodule, `.git` is a
 * file with the path of the git folder.
 */
function gitFolderOf(folder: string): string | undefined {
  const path = join(folder, '.git');
  if (textOf(join(path, 'HEAD')) !== undefined) return path;
  const [, target] = /^gitdir: (.+)/.exec(textOf(path) ?? '') ?? [];
  return target === undefined ? undefined : resolve(folder, target.trim());
}

const branchOf = (head: string): string | null => {
  const [, branch] = /^ref: refs\/heads\/(.+)/.exec(head) ?? [];
  // Repositories in the reftable format have the name `.invalid` in HEAD instead of the branch.
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

/** Folders of a machine. The next part of the path may be the name of a user or of a customer. */
const MACHINE_PATH = /^\/*(?:home|Users|root|srv|var|opt|mnt|media|tmp|private|~[^/]*)\//;

/**
 * The owner and the name of a repository: `owner/name`; null for a local path. Only these names leave the
 * machine, because the address may contain a password.
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
 * The work tree of a folder; undefined for the user's home folder and the folders above it. The name of such
 * a folder may be the user's name, and its files do not belong to one project.
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

/**
 * The path of a file below a folder; undefined for any other file, whose path may contain something private.
 */
export const fileBelow = (root: string, cwd: string, file: string): string | undefined =>
  pathBelow(root, resolve(cwd, file));
