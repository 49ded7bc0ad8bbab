import { esbuildPlugin } from '@web/dev-server-esbuild';
import { summaryReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { writeBrowserPages } from './ci/browser-pages.ts';
import { shellOrChrome, findGl, testFlags } from './ci/chrome.ts';
import { countsReporter } from './ci/report/browser.ts';

const chrome = shellOrChrome();
const counts = process.env['HOME_WORLD_COUNTS'];

export default {
  files: await writeBrowserPages(import.meta.dirname),
  nodeResolve: true,
  // One page with software WebGL uses the whole processor; with a second page, both would miss their time
  // limits.
  concurrency: 1,
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: './tsconfig.json' })],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: chrome,
        args: [...testFlags(await findGl(chrome)), '--js-flags=--expose-gc'],
      },
    }),
  ],
  // Many times what the slowest test takes on an idle machine.
  testFramework: { config: { timeout: 180_000 } },
  testsFinishTimeout: 900_000,
  reporters: [summaryReporter(), ...(counts === undefined ? [] : [countsReporter(counts)])],
};
