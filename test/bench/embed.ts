import type { Browser } from '@playwright/test';
import { nine, startWidgetSite, tags } from '../helpers/widget-site.ts';
import type { Figure } from './figure.ts';

const WIDTHS = [320, 800];
/** Half of the limit for a good value of a whole page (https://web.dev/articles/cls). */
const bar = { at: 'most', value: 0.05 } as const;

/** How far each widget moves the page around it while it loads, at the width where it moves most. */
export async function embed(browser: Browser): Promise<Figure[]> {
  const site = await startWidgetSite();
  try {
    const figures: Figure[] = [];
    for (const [name, list] of [
      ...tags.map((tag) => [tag, [tag]] as const),
      ['nine widgets', nine] as const,
    ]) {
      const most = { with: 0, without: 0 };
      for (const width of WIDTHS) {
        const html = site.html(list);
        const bare = html.replace(/<link[^>]*>/, '');
        most.with = Math.max(most.with, await site.shiftOf(browser, { html, width }));
        most.without = Math.max(most.without, await site.shiftOf(browser, { html: bare, width }));
      }
      const note = `${most.without.toFixed(2)} without embed.css`;
      figures.push({ name: `layout shift, ${name}`, value: most.with, unit: '', bar, note });
    }
    return figures;
  } finally {
    await site.close();
  }
}
