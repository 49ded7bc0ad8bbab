import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chrome or Chromium to test with: `CHROME_PATH`, then the machine's own. */
export function findChrome(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [env['CHROME_PATH'] ?? '', ...onPath, ...fixedPlaces].find(
    (path) => path !== '' && existsSync(path),
  );
}

/** Software WebGL through Mesa where the machine has it (`gl-egl`), SwiftShader otherwise; no traffic of the browser's own. */
export const chromeFlags = (gl: 'gl-egl' | 'swiftshader' = 'gl-egl'): string[] => [
  '--headless=new',
  '--no-sandbox',
  ...(gl === 'gl-egl' ? ['--use-angle=gl-egl'] : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']),
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
