import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { EVERY_ORIGIN } from '../../../data/config/config.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import { sendText, varyBy } from '../../http/conditional.ts';
import type { StatusRecorder } from '../status/status-recorder.ts';
import { EMBED_STYLE_FILE, countsStyle, embedStyle } from './embed-style.ts';
import { homeCounts } from './home-counts.ts';

/** A page waits for it before it is drawn, so a browser asks again in the background. */
const CACHE = 'public, max-age=600, stale-while-revalidate=86400';

/** `Sec-Fetch-Site` of the home’s own pages, and of an address that the visitor typed. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

/**
 * `/embed.css`: with what this home has only for pages that may read its readings. A page can read what
 * the style sheets set that it links to. A request without a proof may be of any page: to a home over
 * plain HTTP browsers send no `Sec-Fetch-Site`, and a link without `crossorigin` sends no `Origin`.
 */
export const embedStyleRoute =
  (
    state: ConfigState & DerivedState & ReadingsState & RelayState,
    status: StatusRecorder,
  ): FastifyPluginAsync =>
  async (app) => {
    const usual = embedStyle();
    const mayRead = ({ headers }: FastifyRequest): boolean => {
      const { allowedOrigins } = state.config.get();
      return (
        allowedOrigins.includes(EVERY_ORIGIN) ||
        allowedOrigins.includes(headers.origin ?? '') ||
        OWN_SITES.has(headers['sec-fetch-site'])
      );
    };
    app.get(`/${EMBED_STYLE_FILE}`, async (request, reply) => {
      const body = mayRead(request) ? usual + countsStyle(homeCounts(state, status)) : usual;
      varyBy(reply, 'origin');
      varyBy(reply, 'sec-fetch-site');
      return sendText(request, reply, { body, type: 'text/css; charset=utf-8', cacheControl: CACHE });
    });
  };
