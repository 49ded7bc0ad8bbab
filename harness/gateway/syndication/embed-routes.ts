import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import { EVERY_ORIGIN } from '../../../data/config/config.ts';
import { type StatusRecorder, subjectFilter } from '../status/status-recorder.ts';
import { baseOf } from '../../core/request-origin.ts';
import { refuse, sendJson, sendText, varyBy } from '../../http/conditional.ts';
import type { SeenHome } from '../../http/border.ts';
import { SELF_HOST } from '../../outbound/self-fetch.ts';
import { embedDirectives } from '../../http/csp.ts';
import {
  attributesOf,
  EMBED_FOLDER,
  type EmbedName,
  embedNames,
  embedOf,
  type EmbedOptions,
  isEmbedName,
  queryOf,
  readEmbedOptions,
} from './embeds.ts';
import { homeCounts } from './home-counts.ts';
import { oembedAddress, oembedOf, readOembedQuery } from './oembed.ts';
import { escapeHtml } from '../../core/escape.ts';
import { EMBED_STYLE_FILE, countsStyle, embedStyle } from './embed-style.ts';

/**
 * The only style of the page, because the widget has its own style. The page has no background, so the page
 * behind the frame shows through. The heading is for screen readers only: a frame is small.
 */
const EMBED_STYLE = 'body{margin:0}h1{position:absolute;margin:0;clip-path:inset(50%);font-size:1px}';

/**
 * Tells the page around the frame how high the widget is, at first and after each change, because a frame does not
 * adapt to the height of its page. The content security policy limits which pages these are, and the message has only
 * the height, so it is sent to any origin.
 */
const EMBED_SCRIPT = `if (parent !== window)
new ResizeObserver(() => {
const height = Math.ceil(document.body.getBoundingClientRect().height);
parent.postMessage({ type: 'hw-height', height }, '*');
}).observe(document.body);`;

/**
 * The page of one widget. Its scripts are that of the widgets and `EMBED_SCRIPT`, and all its addresses are on the
 * home's server. Links of the widget open in a new tab, because most pages refuse to be in a frame.
 * @param options The attributes of the widget.
 * @param base The home's address, with a trailing slash.
 */
function embedPage(name: EmbedName, options: EmbedOptions, appName: string, base: string): string {
  const title = escapeHtml(`${embedOf(name).title} · ${appName}`);
  const discovery = escapeHtml(oembedAddress(base, `${base}${EMBED_FOLDER}${name}${queryOf(options)}`));
  return `<!doctype html>
<html lang="en">
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
    <script>${EMBED_SCRIPT}</script>
  </body>
</html>
`;
}

type ShownState = ConfigState & DerivedState & ReadingsState & RelayState;

interface CountedHome extends SeenHome {
  readonly status: StatusRecorder;
}

/** The numbers of rows that the reader of a request sees. */
const countsFor = ({ stateFor, status, sees }: CountedHome, request: FastifyRequest) =>
  homeCounts(stateFor(request), status, subjectFilter(sees(request)));

interface EmbedRoutesOptions extends CountedHome {
  readonly state: ShownState;
  /** The origins whose pages may frame a widget's page; `*` for all. */
  readonly frameAncestors: readonly string[];
  readonly publicUrl: string | undefined;
}

const UNKNOWN = `There is no such widget to embed. There are: ${embedNames.join(', ')}.`;
const NO_FRAMES =
  'This home lets no other page frame it. Its owner can name pages under “frameAncestors” in config.json.';

/** `/embed/<name>`: a page with one widget, which other pages may frame. `/oembed`: the code of the frame. */
export const embedRoutes =
  ({ state, frameAncestors, publicUrl, ...home }: EmbedRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    const helmet = {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: embedDirectives(
          state.config.get(),
          { script: EMBED_SCRIPT, style: EMBED_STYLE },
          SELF_HOST,
          frameAncestors,
        ),
      },
      // This older header cannot list origins, so it would forbid what the policy allows.
      xFrameOptions: false,
    } as const;
    const access = ({ params }: FastifyRequest) => {
      const { name } = params as { name: string };
      return (isEmbedName(name) && embedOf(name).part) || 'pages';
    };
    const route = { helmet, config: { access } };
    app.get<{ Params: { name: string } }>(`/${EMBED_FOLDER}:name`, route, async (request, reply) => {
      const { name } = request.params;
      if (!isEmbedName(name)) return refuse(reply, 404, UNKNOWN);
      const options = readEmbedOptions(request.query);
      if (typeof options === 'string') return refuse(reply, 400, options);
      const body = embedPage(name, options, state.config.get().appName, baseOf(request, publicUrl));
      return sendText(request, reply, { body, type: 'text/html; charset=utf-8' });
    });
    app.get('/oembed', { config: { access: 'pages' } }, async (request, reply) => {
      if (frameAncestors.length === 0) return refuse(reply, 403, NO_FRAMES);
      const query = readOembedQuery(request.query);
      if ('status' in query) return refuse(reply, query.status, query.message);
      const { appName } = state.config.get();
      const counts = countsFor(home, request);
      const answer = oembedOf(query, { appName, base: baseOf(request, publicUrl), counts });
      if ('status' in answer) return refuse(reply, answer.status, answer.message);
      return sendJson(request, reply, `${JSON.stringify(answer)}\n`);
    });
  };

/** A page is not drawn before it has this file, so a browser updates an old copy in the background. */
const CACHE = 'public, max-age=600, stale-while-revalidate=86400';

/** `Sec-Fetch-Site` of the home’s own pages, and of an address that the visitor typed. */
const OWN_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

/**
 * `/embed.css`. Only pages that may read the home's readings get the counts of the home too, because a page
 * can read the values in a style sheet that it links to. A request with neither `Sec-Fetch-Site` nor `Origin`
 * may come from any page: browsers send no `Sec-Fetch-Site` to a home over plain HTTP, and no `Origin` for a
 * link without `crossorigin`.
 */
export const embedStyleRoute =
  (state: ShownState, home: CountedHome): FastifyPluginAsync =>
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
    app.get(`/${EMBED_STYLE_FILE}`, { config: { access: 'pages' } }, async (request, reply) => {
      const body = mayRead(request) ? usual + countsStyle(countsFor(home, request)) : usual;
      varyBy(reply, 'origin');
      varyBy(reply, 'sec-fetch-site');
      return sendText(request, reply, { body, type: 'text/css; charset=utf-8', cacheControl: CACHE });
    });
  };
