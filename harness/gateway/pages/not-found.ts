import type { FastifyReply, FastifyRequest } from 'fastify';
import { theme } from '../../../theme/theme.ts';
import { acceptedNames } from '../../http/compress.ts';
import { varyBy } from '../../http/conditional.ts';
import { escapeHtml } from '../../core/escape.ts';
import { isReading } from '../../http/reading-headers.ts';
import { refuseUnknown } from '../../http/server-app.ts';
import { plainPagePolicy } from '../../http/csp.ts';

const { colors, fonts } = theme;
const STYLE = [
  `:root{color-scheme:dark;background:${colors.background};color:${colors.text};font:1rem/1.5 ${fonts.mono}}`,
  'body{display:grid;min-height:100dvh;margin:0;place-content:center}',
  'main{max-width:36rem;padding:1.5rem;overflow-wrap:anywhere}',
  'h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3}',
  `p{margin:0 0 1rem;color:${colors.textQuiet}}`,
  `a{display:inline-block;padding:.75rem 0;color:${colors.panelText}}`,
].join('');
const POLICY = plainPagePolicy(STYLE);

/**
 * What a person sees who mistypes an address or follows an old link. The address is not repeated.
 * @param home The address of the home; relative links would start from the unknown address.
 */
const page = (home: string, appName: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Not found · ${appName}</title>
    <link rel="icon" href="${home}icons/icon.svg" type="image/svg+xml" />
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>There is nothing at this address.</h1>
      <p>It may be mistyped, or the page is no longer here.</p>
      <a href="${home}">Go to ${appName}</a>
    </main>
  </body>
</html>
`;

/** Whether a person opens the address in a browser. Other clients accept anything, or name JSON. */
function wantsPage({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  if (/^\/api(?:\/|$)/.test(path) || isReading(path)) return false;
  const names = acceptedNames(headers.accept);
  return names.includes('text/html') && !names.includes('application/json');
}

/** Answers with 404: browsers get a page that links to the home, other clients JSON. */
export function notFound(publicUrl: string | undefined, appName: string) {
  const html = page(escapeHtml(publicUrl ?? '/'), escapeHtml(appName));
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    varyBy(reply, 'accept');
    if (!wantsPage(request)) return refuseUnknown(request, reply);
    return reply
      .code(404)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
      .type('text/html; charset=utf-8')
      .send(html);
  };
}
