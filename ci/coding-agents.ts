/**
 * The coding agents that a test drives, in fixed versions. Together they have 860 MB, so they are not
 * dependencies of the project: the test installs them from npm into a cache. If that fails, the test is
 * skipped.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Their licences: Apache 2.0, MIT and Apache 2.0. */
const PACKAGES = ['@openai/codex@0.169.0', 'opencode-ai@1.18.33', '@google/gemini-cli@0.61.0'];
/** The package for plug-ins of OpenCode (MIT), which OpenCode installs into each new home folder. */
const PLUGIN_PACKAGE = '@opencode-ai/plugin@1.18.33';
/** The time limit of each command. It is less than a test may take, in case the registry does not answer. */
const INSTALL_MS = 90_000;

const PLUGIN_FOLDER = 'opencode-plugin';

const folder = resolve(
  import.meta.dirname,
  '../node_modules/.cache/home-world-agents',
  [...PACKAGES, PLUGIN_PACKAGE].join('_').replaceAll(/[^\w.]+/g, '-'),
);

/**
 * Installs the agents into a temporary folder and then renames this folder to `folder`. So no test starts a
 * program that another process is still writing (`ETXTBSY`).
 */
function install(): void {
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  // npm runs no install scripts. Only OpenCode needs its script, to find its program; it runs below.
  const options = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
    '--fetch-timeout=20000',
  ];
  const npm = (...args: readonly string[]): boolean =>
    spawnSync('npm', [...options, ...args], { stdio: 'ignore', timeout: INSTALL_MS }).status === 0;
  const isInstalled =
    npm('--prefix', fresh, '--no-save', ...PACKAGES) &&
    npm('--prefix', join(fresh, PLUGIN_FOLDER), PLUGIN_PACKAGE);
  const cwd = join(fresh, 'node_modules/opencode-ai');
  if (isInstalled)
    spawnSync(process.execPath, ['postinstall.mjs'], { cwd, stdio: 'ignore', timeout: INSTALL_MS });
  try {
    if (isInstalled) renameSync(fresh, folder);
  } catch (error) {
    // If another process was faster, its folder is used.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The path of an agent's program; undefined if the agents cannot be installed here. */
export function findCodingAgent(name: 'codex' | 'opencode' | 'gemini'): string | undefined {
  const path = join(folder, 'node_modules/.bin', name);
  if (!existsSync(folder)) install();
  return existsSync(path) ? path : undefined;
}

/**
 * Puts the package for plug-ins into a new home folder. Otherwise OpenCode installs it at its start, which takes longer
 * than a turn.
 */
export function linkOpenCodePackages(home: string): void {
  const config = join(home, '.config/opencode');
  mkdirSync(config, { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(folder, PLUGIN_FOLDER, name), join(config, name));
  symlinkSync(join(folder, PLUGIN_FOLDER, 'node_modules'), join(config, 'node_modules'));
}
