/**
 * Finds a Chrome or Chromium for the browser tests, installs one if there is none, and contains the flags to
 * start it.
 *
 *   node ci/chrome.ts     prints the browser and its software WebGL
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramHost, installWithApt, onPath, thisHost, usableProgram } from './programs.ts';

export type Gl = 'gl-egl' | 'swiftshader';

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const isThere = (path: string): boolean => path !== '' && existsSync(path);

/**
 * The path of the browser that `playwright install chromium` installs. Loading Playwright takes a second, so
 * it is not imported at the top.
 */
const playwrights = (): string =>
  (
    createRequire(import.meta.url)('@playwright/test') as typeof import('@playwright/test')
  ).chromium.executablePath();

/**
 * The Chrome or Chromium to test with: that of `CHROME_PATH`, otherwise the one of the machine, otherwise the
 * one of Playwright.
 */
export const findChrome = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  [env['CHROME_PATH'] ?? '', ...onPath(env, names), ...fixedPlaces].find(isThere) ??
  [playwrights()].find(isThere);

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
/**
 * Chrome without its user interface, which is the same engine and takes two thirds of the time. `CHROME_PATH` alone
 * asks for that browser.
 */
export const findShell = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  [env['CHROME_SHELL_PATH'] ?? env['CHROME_PATH'] ?? '', ...onPath(env, shellNames)].find(isThere);

/** The browser for tests that need no user interface of Chrome: the headless shell if this machine has one. */
export const shellOrChrome = (): string => usableProgram(thisHost(findShell)) ?? ensureChrome();

/** Installs a headless shell if this machine has none and can. Returns the browser for these tests. */
export function ensureShell(host: ProgramHost = thisHost(findShell)): string {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no headless shell on this machine: installing Debian’s chromium-headless-shell …');
    const installed = installWithApt(host, ['chromium-headless-shell']);
    if (installed !== undefined) return installed;
  }
  return ensureChrome();
}

/** Returns the browser to test with. Installs one if the machine has none, and throws if that fails. */
export function ensureChrome(host: ProgramHost = thisHost(findChrome)): string {
  const found = usableProgram(host);
  if (found !== undefined) return found;
  if (host.canUseApt) {
    console.log('no Chrome or Chromium on this machine: installing Debian’s chromium …');
    // With the EGL libraries of Mesa, WebGL is several times as fast as without them.
    const installed = installWithApt(host, ['chromium', 'libegl1', 'libgl1-mesa-dri']);
    if (installed !== undefined) return installed;
  }
  console.log('no Chrome or Chromium on this machine: downloading Playwright’s chromium …');
  host.run('npx', ['playwright', 'install', 'chromium']);
  const downloaded = usableProgram(host);
  if (downloaded !== undefined) return downloaded;
  throw new Error(
    'The browser tests need Chrome or Chromium, and none could be found or installed. ' +
      'Install one (Debian, Ubuntu: sudo apt-get install chromium), or set CHROME_PATH to its program file, and run this again.',
  );
}

/**
 * The flags for a start without a window: software WebGL by Mesa (`gl-egl`) or SwiftShader, and no network
 * requests that the browser makes for itself.
 */
export const chromeFlags = (gl: Gl = 'gl-egl'): string[] => [
  '--headless=new',
  '--no-sandbox',
  ...(gl === 'gl-egl' ? ['--use-angle=gl-egl'] : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']),
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // In containers /dev/shm has 64 MB, too little for a page with a canvas.
  '--disable-dev-shm-usage',
];

/**
 * The flags for tests. The compositor of the page does not use WebGL's software driver, with which it takes longer
 * than the world: Chrome composes pages so on a machine without a GPU.
 */
export const testFlags = (gl: Gl): string[] => [
  ...chromeFlags(gl),
  '--disable-gpu-compositing',
  // The headless shell ends a page that asks whether speech is recognised on the device.
  '--disable-blink-features=OnDeviceWebSpeechAvailable',
];

/**
 * Switches off the pages in Chrome's own address bar and the spare renderers: three processes for each page, which
 * take as long as a page of the home. Only the last such flag counts, so the list repeats Playwright's.
 */
export const PLAYWRIGHT_FEATURES = `--disable-features=${[
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
].join(',')}`;

/** How Playwright starts this browser for tests. */
export const launchOptions = async (executablePath: string) => ({
  executablePath,
  args: [...testFlags(await findGl(executablePath)), PLAYWRIGHT_FEATURES],
});

const PROBE = `data:text/html,<script>document.title=document.createElement('canvas').getContext('webgl2')?'drawn':'blank'</script>`;

/** Whether this browser has WebGL with these flags. Starts the browser to find out. */
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

/**
 * Returns Mesa if it works on this machine, otherwise SwiftShader. If `HOME_WORLD_GL` is set, returns its
 * value without starting a browser.
 */
export async function findGl(chrome: string): Promise<Gl> {
  const wanted = process.env['HOME_WORLD_GL'];
  if (wanted === 'gl-egl' || wanted === 'swiftshader') return wanted;
  return (await draws(chrome, 'gl-egl')) ? 'gl-egl' : 'swiftshader';
}

if (import.meta.main) {
  const chrome = ensureChrome();
  console.log(`${chrome} (${await findGl(chrome)})`);
}
