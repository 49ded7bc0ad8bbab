import type { FastifyRequest } from 'fastify';
import { theme } from '../../../theme/theme.ts';
import { acceptedNames } from '../../http/compress.ts';
import { isReading } from '../../http/reading-headers.ts';

const { colors, fonts } = theme;
export const PLAIN_STYLE = [
  `:root{color-scheme:dark;background:${colors.background};color:${colors.text};font:1rem/1.5 ${fonts.mono}}`,
  'body{display:grid;min-height:100dvh;margin:0;place-content:center}',
  'main{max-width:36rem;padding:1.5rem;overflow-wrap:anywhere}',
  'h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3}',
  `p{margin:0 0 1rem;color:${colors.textQuiet}}`,
  `a{display:inline-block;padding:.75rem 0;color:${colors.panelText}}`,
].join('');

interface PlainPage {
  readonly title: string;
  readonly heading: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly text: string };
  /** The address of the home; relative links would start from the requested address. */
  readonly home: string;
  /** The name of a script of the home. */
  readonly script?: string;
}

/** A page with a sentence and a link. The texts are HTML. */
export const plainPage = ({ title, heading, text, link, home, script }: PlainPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="${home}icons/icon.svg" type="image/svg+xml" />
    <style>${PLAIN_STYLE}</style>${script === undefined ? '' : `\n    <script type="module" src="${home}${script}"></script>`}
  </head>
  <body>
    <main${script === undefined ? '' : ' data-private'}>
      <h1>${heading}</h1>
      <p role="status">${text}</p>
      <a href="${link.href}">${link.text}</a>
    </main>
  </body>
</html>
`;

/** Whether a person opens the address in a browser. Other clients accept anything, or name JSON. */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  if (!['GET', 'HEAD'].includes(method) || /^\/api(?:\/|$)/.test(path) || isReading(path)) return false;
  const names = acceptedNames(headers.accept);
  return names.includes('text/html') && !names.includes('application/json');
}
