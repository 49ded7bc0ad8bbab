import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../core/escape.ts';
import { plainPagePolicy } from '../../http/csp.ts';
import { varyBy } from '../../http/conditional.ts';
import { PLAIN_STYLE, plainPage, wantsPage } from './plain-page.ts';

/** The script that opens a private home with a link (`link.ts`). */
export const LINK_SCRIPT = 'link.js';
const POLICY = plainPagePolicy(PLAIN_STYLE, ["script-src 'self'", "connect-src 'self'"]);

/**
 * Answers strangers who open a page of a home that is not public. The page says nothing about the home, not even its
 * name. It has the status 401, so that no program takes it for the page that was asked for.
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
    return reply
      .code(401)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
      .type('text/html; charset=utf-8')
      .send(html);
  };
}
