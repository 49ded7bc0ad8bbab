import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { build } from 'esbuild';
import { listen } from '../helpers/loopback.ts';
import type { Figure } from './figure.ts';
import { ownBytes } from './heap.ts';
import type {} from './leaks-page.ts';

const root = resolve(import.meta.dirname, '../..');
const ROUNDS = 100;
const ELEMENTS = 500;
/**
 * Bytes per round for all modules together. The limit is not 0, because some tables of the engine and of
 * three.js double their size now and then.
 */
const HEAP_BYTES_A_ROUND = 1000;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/bench/leaks-page.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    tsconfig: join(root, 'tsconfig.json'),
  });
  return outputFiles[0]?.text ?? '';
}

/** Creates every world module 100 times and an element 500 times, and measures what is left. */
export async function leaks(browser: Browser): Promise<Figure[]> {
  const script = await bundle();
  await using server = await listen((request, response) => {
    const isScript = request.url === '/leaks.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script type="module" src="leaks.js"></script>');
  });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => window.leaks !== undefined);
    const cdp = await context.newCDPSession(page);
    const look = async () => ({
      ...(await page.evaluate(() => window.leaks.counts())),
      heap: await ownBytes(cdp),
    });
    await page.evaluate(() => window.leaks.begin());
    const before = await look();
    await page.evaluate((rounds) => window.leaks.live(rounds), ROUNDS);
    const after = await look();
    const counts = (['geometries', 'textures', 'programs', 'objects', 'interactions'] as const).map(
      (name): Figure => ({
        name: `${name} left by ${ROUNDS} lives of every module`,
        value: after[name] - before[name],
        unit: '',
        bar: { at: 'most', value: 0 },
      }),
    );
    const elements: Figure[] = [];
    for (const tag of ['hw-agents', 'hw-heartbeat']) {
      const count = await page.evaluate(([name, many]) => window.leaks.elements(name, many), [
        tag,
        ELEMENTS,
      ] as const);
      elements.push({
        name: `<${tag}> left of ${ELEMENTS} removed`,
        value: count,
        unit: '',
        bar: { at: 'most', value: 0 },
      });
    }
    return [
      ...counts,
      {
        name: `own objects left a round by ${ROUNDS} lives of every module`,
        value: (after.heap - before.heap) / ROUNDS,
        unit: 'B',
        bar: { at: 'most', value: HEAP_BYTES_A_ROUND },
      },
      ...elements,
    ];
  } finally {
    await context.close();
  }
}
