import type { FastifyPluginAsync } from 'fastify';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import type { StatusRecorder } from '../status/status-recorder.ts';
import { baseOf } from '../../core/request-origin.ts';
import { refuse, sendJson, sendText } from '../../http/conditional.ts';
import { SELF_HOST } from '../../outbound/self-fetch.ts';
import { embedDirectives } from '../../http/csp.ts';
import { readEmbedOptions } from './embed-options.ts';
import { EMBED_STYLE, embedPage } from './embed-page.ts';
import { EMBED_FOLDER, embedNames, isEmbedName } from './embeds.ts';
import { homeCounts } from './home-counts.ts';
import { oembedOf, readOembedQuery } from './oembed.ts';

export interface EmbedRoutesOptions {
  readonly state: ConfigState & DerivedState & ReadingsState & RelayState;
  readonly status: StatusRecorder;
  /** The origins whose pages may frame a widget's page; `*` for all. */
  readonly frameAncestors: readonly string[];
  readonly publicUrl: string | undefined;
}

const UNKNOWN = `There is no such widget to embed. There are: ${embedNames.join(', ')}.`;
const NO_FRAMES =
  'This home lets no other page frame it. Its owner can name pages under “frameAncestors” in config.json.';

/** `/embed/<name>`: a page with one widget, which other pages may frame; and `/oembed`, which offers it. */
export const embedRoutes =
  ({ state, status, frameAncestors, publicUrl }: EmbedRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    const helmet = {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: embedDirectives(state.config.get(), EMBED_STYLE, SELF_HOST, frameAncestors),
      },
      // The older header knows no list of origins, and would forbid what the policy allows.
      xFrameOptions: false,
    } as const;
    app.get<{ Params: { name: string } }>(`/${EMBED_FOLDER}:name`, { helmet }, async (request, reply) => {
      const { name } = request.params;
      if (!isEmbedName(name)) return refuse(reply, 404, UNKNOWN);
      const options = readEmbedOptions(request.query);
      if (typeof options === 'string') return refuse(reply, 400, options);
      const body = embedPage(name, options, state.config.get().appName, baseOf(request, publicUrl));
      return sendText(request, reply, { body, type: 'text/html; charset=utf-8' });
    });
    app.get('/oembed', async (request, reply) => {
      if (frameAncestors.length === 0) return refuse(reply, 403, NO_FRAMES);
      const query = readOembedQuery(request.query);
      if ('status' in query) return refuse(reply, query.status, query.message);
      const { appName } = state.config.get();
      const counts = homeCounts(state, status);
      const answer = oembedOf(query, { appName, base: baseOf(request, publicUrl), counts });
      if ('status' in answer) return refuse(reply, answer.status, answer.message);
      return sendJson(request, reply, `${JSON.stringify(answer)}\n`);
    });
  };
