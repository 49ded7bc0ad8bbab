import { escapeHtml } from '../../core/markup.ts';
import { type EmbedOptions, attributesOf, queryOf } from './embed-options.ts';
import { EMBED_FOLDER, type EmbedName, embedOf } from './embeds.ts';
import { oembedAddress } from './oembed.ts';

/**
 * The only style of a page: the widget brings its own. A frame without background shows the page behind
 * it. The heading is for screen readers: a frame is small.
 */
export const EMBED_STYLE = 'body{margin:0}h1{position:absolute;margin:0;clip-path:inset(50%);font-size:1px}';

/**
 * The page of one widget. Its only script is the script of the widgets, which tells the page around the frame how
 * high the widget is, and all its addresses are on the home's server. Links of the widget open in a new tab, because
 * most pages refuse to be in a frame.
 * @param options The attributes of the widget.
 * @param base The home's address, with a trailing slash.
 */
export function embedPage(name: EmbedName, options: EmbedOptions, appName: string, base: string): string {
  const title = escapeHtml(`${embedOf(name).title} · ${appName}`);
  const discovery = escapeHtml(oembedAddress(base, `${base}${EMBED_FOLDER}${name}${queryOf(options)}`));
  return `<!doctype html>
<html lang="en" data-frame>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <base target="_blank" />
    <link rel="alternate" type="application/json+oembed" href="${discovery}" title="${title}" />
    <link rel="icon" href="../icons/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="../embed.css" />
    <style>${EMBED_STYLE}</style>
    <script type="module" src="../embed.js"></script>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <hw-${name} src="../"${attributesOf(options)}></hw-${name}>
      <noscript><a href="../heartbeat.html">${title}</a></noscript>
    </main>
  </body>
</html>
`;
}
