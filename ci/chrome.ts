/**
 * Finds a Chrome or Chromium for the browser tests, installs one where there is none, and knows its flags.
 *
 *   node ci/chrome.ts     prints the browser and the software WebGL it draws with
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export type Gl = 'gl-egl' | 'swiftshader';

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const inPlaywrightBuild = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
];

/** What `playwright install chromium` left on this machine, newest first. */
function playwrightBuilds(env: NodeJS.ProcessEnv): string[] {
  const caches = [
    env['PLAYWRIGHT_BROWSERS_PATH'] ?? '',
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ].filter((path) => path !== '' && existsSync(path));
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort()
      .reverse()
      .flatMap((name) => inPlaywrightBuild.map((path) => join(cache, name, path))),
  );
}

/** The Chrome or Chromium to test with: `CHROME_PATH`, then the machine's own, then Playwright's. */
export function findChrome(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [env['CHROME_PATH'] ?? '', ...onPath, ...fixedPlaces, ...playwrightBuilds(env)].find(
    (path) => path !== '' && existsSync(path),
  );
}

export const isDebian = (): boolean =>
  process.platform === 'linux' &&
  existsSync('/etc/os-release') &&
  /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));

/** Runs a command with its output shown; true when it ended well. */
export type Run = (command: string, args: readonly string[]) => boolean;

export const run: Run = (command, args) =>
  spawnSync(command, [...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Whether the file at `path` starts at all: Ubuntu's `chromium-browser` may be a note that says to use snap. */
export const starts = (path: string): boolean =>
  spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

export interface ChromeHost {
  readonly find: () => string | undefined;
  readonly works: (path: string) => boolean;
  readonly run: Run;
  readonly canUseApt: boolean;
}

const thisHost = (env: NodeJS.ProcessEnv): ChromeHost => ({
  find: () => findChrome(env),
  works: starts,
  run,
  canUseApt: process.getuid?.() === 0 && isDebian(),
});

/** The browser to test with; installs one if the machine has none. Throws in plain words when that fails. */
export function ensureChrome(host: ChromeHost = thisHost(process.env)): string {
  const usable = (): string | undefined => {
    const path = host.find();
    return path !== undefined && host.works(path) ? path : undefined;
  };
  const found = usable();
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no Chrome or Chromium on this machine: installing Debian’s chromium …');
    // Mesa's EGL libraries come along: with them WebGL is drawn a few times faster than without.
    if (host.run('apt-get', ['update', '-qq']))
      host.run('apt-get', [
        'install',
        '-y',
        '-qq',
        '--no-install-recommends',
        'chromium',
        'libegl1',
        'libgl1-mesa-dri',
      ]);
    const installed = usable();
    if (installed !== undefined) return installed;
  }
  console.log('no Chrome or Chromium on this machine: downloading Playwright’s chromium …');
  host.run('npx', ['playwright', 'install', 'chromium']);
  const downloaded = usable();
  if (downloaded !== undefined) return downloaded;
  throw new Error(
    'The browser tests need Chrome or Chromium, and none could be found or installed. ' +
      'Install one (Debian, Ubuntu: sudo apt-get install chromium), or set CHROME_PATH to its program file, and run this again.',
  );
}

/** Software WebGL through Mesa where the machine has it (`gl-egl`), SwiftShader otherwise; no traffic of the browser's own. */
export const chromeFlags = (gl: Gl = 'gl-egl'): string[] => [
  '--headless=new',
  '--no-sandbox',
  ...(gl === 'gl-egl' ? ['--use-angle=gl-egl'] : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']),
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Containers give /dev/shm 64 MB, less than a page with a canvas needs.
  '--disable-dev-shm-usage',
];

const PROBE = `data:text/html,<script>document.title=document.createElement('canvas').getContext('webgl2')?'drawn':'blank'</script>`;

/** Whether this browser has WebGL with these flags: the only honest way to know is to ask it. */
function draws(chrome: string, gl: Gl): Promise<boolean> {
  const profile = mkdtempSync(join(tmpdir(), 'home-world-chrome-'));
  const args = [...chromeFlags(gl), `--user-data-dir=${profile}`, '--dump-dom', PROBE];
  return new Promise((done) => {
    execFile(chrome, args, { timeout: 20_000 }, (error, stdout) => {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      done(error === null && stdout.includes('<title>drawn'));
    });
  });
}

/** Mesa if it works here, else SwiftShader. `HOME_WORLD_GL` says it without a probe. */
export async function findGl(chrome: string, env: NodeJS.ProcessEnv = process.env): Promise<Gl> {
  const wanted = env['HOME_WORLD_GL'];
  if (wanted === 'gl-egl' || wanted === 'swiftshader') return wanted;
  return (await draws(chrome, 'gl-egl')) ? 'gl-egl' : 'swiftshader';
}

if (import.meta.main) {
  const chrome = ensureChrome();
  console.log(`${chrome} (${await findGl(chrome)})`);
}
