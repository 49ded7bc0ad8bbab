import type { FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from '../../http/conditional.ts';
import { escapeHtml } from '../../core/escape.ts';
import { refuseUnknown } from '../../http/server-app.ts';
import { plainPagePolicy } from '../../http/csp.ts';
import { PLAIN_STYLE, plainPage, wantsPage } from './plain-page.ts';

const POLICY = plainPagePolicy(PLAIN_STYLE);

/**
 * What a person sees who mistypes an address or follows an old link. The address is not repeated.
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
    return reply
      .code(404)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY })
      .type('text/html; charset=utf-8')
      .send(request.reader === 'stranger' ? nameless : named);
  };
}
