import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A page of Playwright's or of Puppeteer's. */
export interface EvaluatingPage {
  evaluate(script: string): Promise<unknown>;
  evaluate(act: () => string[] | Promise<string[]>): Promise<string[]>;
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axeFile, 'utf8');

/**
 * Every violation that axe-core finds, as `rule: where`. It checks the size of targets (WCAG 2.2
 * AA) only on request.
 */
export async function violations(page: EvaluatingPage): Promise<string[]> {
  const loaded = await page.evaluate(() => ('axe' in window ? ['axe'] : []));
  // Evaluated, not added as a script element: the page's policy allows only its own scripts. Only once for each
  // document, because the source has half a megabyte.
  if (loaded.length === 0) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const { violations: found } = await axe.run({
      rules: { 'target-size': { enabled: true } },
      // Without this, axe also makes a selector for every element that passes.
      resultTypes: ['violations'],
    });
    return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
  });
}
