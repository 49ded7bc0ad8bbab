import type { FastifyReply, FastifyRequest } from 'fastify';
import { theme } from '../../../theme/theme.ts';
import { acceptedNames } from '../../http/compress.ts';
import { isReading } from '../../http/reading-headers.ts';
import { noStore, varyBy } from '../../http/conditional.ts';
import { escapeHtml } from '../../core/escape.ts';
import { refuseUnknown } from '../../http/server-app.ts';
import { plainPagePolicy } from '../../http/csp.ts';

const { colors, fonts } = theme;
const PLAIN_STYLE = [
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
const plainPage = ({ title, heading, text, link, home, script }: PlainPage): string => `<!doctype html>
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
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  if (!['GET', 'HEAD'].includes(method) || /^\/api(?:\/|$)/.test(path) || isReading(path)) return false;
  const names = acceptedNames(headers.accept);
  return names.includes('text/html') && !names.includes('application/json');
}

/** @param more What the policy of the page allows besides its style. */
const sendPage = (
  reply: FastifyReply,
  status: number,
  html: string,
  more: readonly string[] = [],
): FastifyReply =>
  noStore(reply)
    .code(status)
    .header('content-security-policy', plainPagePolicy(PLAIN_STYLE, more))
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * The page for a person who mistypes an address or follows an old link. It does not repeat the address.
 * @param name The name of the home, as HTML.
 */
const pageOf = (home: string, name: string): string =>
  plainPage({
    title: `Not found · ${name}`,
    heading: 'There is nothing at this address.',
    text: 'It may be mistyped, or the page is no longer here.',
    link: { href: home, text: `Go to ${name}` },
    home,
  });

/** Answers with 404: browsers get a page that links to the home, other clients JSON. */
export function notFound(publicUrl: string | undefined, appName: string) {
  const home = escapeHtml(publicUrl ?? '/');
  const [named, nameless] = [pageOf(home, escapeHtml(appName)), pageOf(home, 'the home')];
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    varyBy(reply, 'accept');
    if (!wantsPage(request)) return refuseUnknown(request, reply);
    return sendPage(reply, 404, request.reader === 'stranger' ? nameless : named);
  };
}

/** The script that opens a private home with a link (`link.ts`). */
export const LINK_SCRIPT = 'link.js';

/**
 * Answers strangers who open a page of a home that is not public. The page says nothing about the home, not
 * even its name. It has the status 401, so that no program takes it for the page that was asked for.
 */
export function privatePage(publicUrl: string | undefined) {
  const home = escapeHtml(publicUrl ?? '/');
  const html = plainPage({
    title: 'A private home',
    heading: 'This home is private.',
    text: 'Its owner signs in here. A link from the owner opens it, too.',
    link: { href: `${home}door`, text: 'Sign in' },
    home,
    script: LINK_SCRIPT,
  });
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    varyBy(reply, 'accept');
    if (!wantsPage(request)) return undefined;
    return sendPage(reply, 401, html, ["script-src 'self'", "connect-src 'self'"]);
  };
}
