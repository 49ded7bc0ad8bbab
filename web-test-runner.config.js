import { esbuildPlugin } from '@web/dev-server-esbuild';
import { summaryReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromeFlags, findChrome } from './ci/chrome.ts';

export default {
  files: ['test/**/*.test.ts', '!test/bad-samples/**', '!test/**/*.node.test.ts'],
  nodeResolve: true,
  // three, lit and the polyfill must be one copy each, as in the build.
  concurrency: 1,
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: './tsconfig.json' })],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: findChrome(),
        args: [...chromeFlags(), '--js-flags=--expose-gc'],
      },
    }),
  ],
  testFramework: { config: { timeout: 20_000 } },
  reporters: [summaryReporter()],
};
