import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { untilCounted } from './embed-counts.ts';
import { type TestHome, startTestHome } from './home.ts';
import { type ShownPage, layoutShiftOf, pageAround } from './layout-shift.ts';
import { listen } from './loopback.ts';

const manifest = new URL('../../home-world-widgets/custom-elements.json', import.meta.url);
interface Manifest {
  readonly modules: readonly { readonly declarations: readonly { readonly tagName: string }[] }[];
}
const { modules } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
/** Every widget of the built package. */
export const tags = modules.flatMap(({ declarations }) => declarations.map(({ tagName }) => tagName));

/** The other two widgets are not made for a narrow column beside others. */
export const nine = tags.filter((tag) => !/heartbeat|chat/.test(tag));

export interface WidgetSite {
  readonly home: TestHome;
  /** The address of the home as the guide writes it. */
  readonly address: string;
  /** Widgets as the guide tells to write them, without any style of the page. */
  html(tags: readonly string[]): string;
  /** Serves this page from now on. Returns its address. */
  serve(page: ShownPage): string;
  /** How far a page of the site moves while it loads. */
  shiftOf(browser: Browser, page: ShownPage): Promise<number>;
  close(): Promise<void>;
}

/** A home with the recorded readings, and a site of others that shows its widgets. */
export async function startWidgetSite(): Promise<WidgetSite> {
  let body = '';
  const site = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  const home = await startTestHome({ config: { allowedOrigins: [site.url] } });
  await untilCounted(home.url);
  const address = home.url.replace(/\/$/, '');
  const serve = (page: ShownPage): string => {
    body = pageAround(page);
    return site.url;
  };
  return {
    home,
    address,
    html: (list) =>
      `<link rel="stylesheet" crossorigin href="${address}/embed.css"><script type="module" src="${address}/embed.js"></script>` +
      list.map((tag) => `<${tag} src="${address}"></${tag}>`).join(''),
    serve,
    shiftOf: (browser, page) => layoutShiftOf(browser, serve(page), page),
    async close() {
      await site.close();
      await home.close();
    },
  };
}
