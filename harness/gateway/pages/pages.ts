import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../data/config/config.ts';
import { type PictureSky, withSky } from '../../../data/painted/pictures.ts';
import { baseOf } from '../../core/request-origin.ts';
import { codeOf } from '../../core/user-error.ts';
import { sendText } from '../../http/conditional.ts';
import { escapeHtml } from '../../core/escape.ts';
import { LINK_SCRIPT } from './plain-page.ts';
import { type PageName, fillOpenGraph, openGraphOf, pageNames } from './open-graph.ts';

/** The address of the home in the code of a built page: the build does not know the real address. */
export const EXAMPLE_HOME = 'https://home.example';

/**
 * Replaces the example address by the home's own. The slash at the end is kept only where the example has
 * one.
 */
const fillAddress = (html: string, base: string): string =>
  html.replaceAll(`${EXAMPLE_HOME}/`, () => base).replaceAll(EXAMPLE_HOME, () => base.replace(/\/$/, ''));

const BADGE = /(<img src="badge\/([\w-]+)\.svg"[^>]* alt=")([^"]*)"/g;

/** Adds the message of each badge to the alt text of its picture: `Agents: 2 WORKING`. */
const fillBadges = (html: string, messageOf: (name: string) => string | undefined): string =>
  html.replace(BADGE, (_tag, head: string, name: string, alt: string) => {
    const message = messageOf(name);
    return `${head}${message === undefined ? alt : `${alt}: ${escapeHtml(message)}`}"`;
  });

/**
 * A page of a home that is not public, with the script that opens the home with a link. Browsers send the
 * cookie with the request for the manifest only because of `crossorigin`.
 */
const fillPrivate = (html: string): string =>
  html
    .replace('<link rel="manifest"', '<link rel="manifest" crossorigin="use-credentials"')
    .replace('</head>', `<script type="module" src="./${LINK_SCRIPT}"></script></head>`);

const DOOR = 'door.html';
const NAMELESS = { appName: 'Home World', description: 'A private home.' };

interface PagesOptions {
  readonly dist: string;
  readonly ownerFiles: string;
  /** The home's address, with a trailing slash; if left out, the host of each request. */
  readonly publicUrl?: string | undefined;
  readonly config: () => Pick<Config, 'appName' | 'description'>;
  /** The sky of the picture of the start view, as far as the reader of a request may know it. */
  readonly skyFor: (request: FastifyRequest) => PictureSky;
  /** What the badge of a reading says to the reader of a request; undefined for an unknown name. */
  readonly messageOf: (name: string, request: FastifyRequest) => string | undefined;
  /** Whether the home is not public: only a link or a sign-in gives access to all of it. */
  readonly isPrivate: boolean;
}

/**
 * The pages, with the tags that describe a shared link. These tags, and the example code in `widgets.html`,
 * need the home's absolute address. Without scripts, the heartbeat page shows pictures.
 */
export const pages = ({
  dist,
  ownerFiles,
  publicUrl,
  config,
  skyFor,
  messageOf,
  isPrivate,
}: PagesOptions): FastifyPluginAsync => {
  const read = async (name: PageName): Promise<string> => {
    // The sign-in page of a private home is open to strangers, who must not get the owner’s files. So the
    // page of the build is used, never the owner’s version of it.
    if (isPrivate && name === DOOR) return readFile(join(dist, name), 'utf8');
    try {
      return await readFile(join(ownerFiles, name), 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      return readFile(join(dist, name), 'utf8');
    }
  };

  const answer = async (
    name: PageName,
    request: FastifyRequest,
    reply: FastifyReply,
    fill = (html: string): string => html,
  ): Promise<FastifyReply> => {
    const base = baseOf(request, publicUrl);
    // The page at which strangers sign in does not tell them the name of a private home.
    const named = isPrivate && name === DOOR ? NAMELESS : config();
    const shared = fillOpenGraph(await read(name), openGraphOf(name, base, named));
    const filled = fillBadges(fill(shared), (badge) => messageOf(badge, request));
    const html = isPrivate ? fillPrivate(filled) : filled;
    const body = name === 'widgets.html' ? fillAddress(html, escapeHtml(base)) : html;
    return sendText(request, reply, { body, type: 'text/html; charset=utf-8' });
  };

  return async (app) => {
    const route = { config: { access: 'pages' } } as const;
    // The wall is the page of the world, which reads its own path.
    for (const url of ['/', '/wall'])
      app.get(url, route, async (request, reply) => {
        // These have the picture of the home’s hour and weather. The file `index.html` has the picture of the
        // build, which also works offline.
        const sky = skyFor(request);
        return answer('index.html', request, reply, (html) => withSky(html, sky));
      });
    for (const name of pageNames.filter((one) => one !== DOOR))
      app.get(`/${name}`, route, async (request, reply) => answer(name, request, reply));
    // This page is open to strangers, because the owner signs in on it.
    for (const url of ['/door', `/${DOOR}`])
      app.get(url, { config: { access: 'open' } }, async (request, reply) => answer(DOOR, request, reply));
  };
};
