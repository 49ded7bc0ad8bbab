import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A page of Playwright's or of Puppeteer's. */
export interface EvaluatingPage {
  evaluate(script: string): Promise<unknown>;
  evaluate(act: () => string[] | Promise<string[]>): Promise<string[]>;
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axeFile, 'utf8');

/** Everything axe-core finds wrong with the page as it is, as `rule: where`. The size of targets (WCAG 2.2 AA) it checks only when told to. */
export async function violations(page: EvaluatingPage): Promise<string[]> {
  // Evaluated, not added as a script element: the page's own policy allows no script but its own.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
    };
    const { violations: found } = await axe.run({ rules: { 'target-size': { enabled: true } } });
    return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
  });
}
