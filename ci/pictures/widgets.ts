import type { Browser } from '@playwright/test';
import { widgets } from '../build/widgets/manifest.ts';

const styles = `body { margin: 0; display: flex; font: 15px/1.5 Georgia, serif }
section { padding: 16px; display: grid; grid-template-columns: 320px 320px; gap: 12px; align-items: start }
div { display: grid; gap: 12px }
section { background: Canvas; color: CanvasText }
.light { color-scheme: light }
.dark { color-scheme: dark }
h1 { grid-column: 1 / -1; margin: 0; font-size: 17px; font-weight: normal }`;

/**
 * A section with the widgets on a light or dark page, before a visitor does anything. It has two columns of
 * 320 px: one with plain widgets, one with compact widgets.
 */
const part = (home: string, page: 'light' | 'dark', tags: readonly string[]): string => {
  const column = (attributes: string, list = tags): string =>
    list.map((tag) => `<${tag} src="${home}" limit="2" ${attributes}></${tag}>`).join('');
  return `<section class="${page}"><h1>A ${page} page: widgets in 320 px, plain and compact</h1>
<div>${column('')}</div><div>${column('compact', [...tags, 'hw-history'])}</div></section>`;
};

/**
 * The JPEG quality. It is lower than that of the pictures of the world, because text on plain colours looks
 * the same at this quality.
 */
const QUALITY = 50;

/** A picture of every widget, on a light and on a dark page of another origin. */
export async function widgetsPicture(browser: Browser, home: string): Promise<Buffer> {
  // The heartbeat contains other widgets and has its own pictures. The history is long, and is shown only in
  // the compact form.
  const left = ['hw-heartbeat', 'hw-history'];
  const tags = (await widgets()).map(({ tag }) => tag).filter((tag) => !left.includes(tag));
  const context = await browser.newContext({ viewport: { width: 1368, height: 900 } });
  try {
    const page = await context.newPage();
    const body = `<!doctype html><html lang="en"><style>${styles}</style>
<link rel="stylesheet" href="${home}embed.css" crossorigin />
<script type="module" src="${home}embed.js"></script>${part(home, 'light', tags)}${part(home, 'dark', tags)}</html>`;
    // The page has a different origin than the home, as a third-party page does.
    await page.setContent(body, { waitUntil: 'networkidle' });
    return await page.screenshot({ type: 'jpeg', quality: QUALITY, fullPage: true });
  } finally {
    await context.close();
  }
}
