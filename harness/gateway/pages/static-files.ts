import { access, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Config } from '../../../data/config/config.ts';
import type { HomePart } from '../../config/access.ts';
import type { Sovereignty } from '../../../data/readings/records.ts';
import { UserError } from '../../core/user-error.ts';
import { sendJson } from '../../http/conditional.ts';

const YEAR_SECONDS = 31_536_000;
export const FOREVER = `public, max-age=${YEAR_SECONDS}, immutable`;
/**
 * Files whose addresses change with their content: `assets/index-BANg5WfO.js`, the copy of the widgets in
 * `assets/widgets-2e0da8771ed8/`, `vendor/three-0.183.0/…`. `ci/nginx.ts` uses this too.
 */
export const IMMUTABLE =
  /^(?:assets\/[^/]+-[\w-]{8,}\.\w+|assets\/widgets-[\da-f]{12}\/.+|vendor\/[^/]+-\d+\.\d+\.\d+\/.+)$/;

const cacheControlOf = (path: string): string =>
  IMMUTABLE.test(path.replace(/\.(?:br|gz)$/, '')) ? FOREVER : 'no-cache';

const SOVEREIGNTY_FILE = 'sovereignty-status.json';

/**
 * The files of the program that everybody may read: the sign-in needs some of them, and none of them shows
 * anything of the home. Strangers do not get the owner's files of these names.
 */
const PROGRAM_FILE =
  /^\/(?:(?:embed|home-world|link|sw)\.js|door\.html|favicon\.ico|version\.json|(?:assets|icons|schemas|vendor)(?:\/[\w-][\w.-]*)+)$/;

/** The part of the home to which a file belongs. */
const fileParts: Readonly<Record<string, HomePart | 'pages'>> = {
  'adapters.json': 'adapters',
  'agent-status.json': 'agents',
  'portals.json': 'portals',
  'social.jpg': 'pages',
  'soul.md': 'oath',
  [SOVEREIGNTY_FILE]: 'sovereignty',
  'vision.json': 'vision',
};

/** The pictures of the start view, which the pages name. */
const PAINTED_FILE = /^\/painted\/[\w-]+\.(?:avif|json|webp)$/;

const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?')[0] ?? '';

/**
 * Who may read the file at an address of a home that is not public. Every address that the constants above do
 * not list, also another spelling of a listed one, needs access to the part `files`.
 */
function fileAccess(request: Pick<FastifyRequest, 'url'>): 'open' | 'pages' | HomePart {
  const path = pathOf(request);
  if (PROGRAM_FILE.test(path)) return 'open';
  return PAINTED_FILE.test(path) ? 'pages' : (fileParts[path.slice(1)] ?? 'files');
}

/** Whether there is a file that can be read. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

interface StaticFilesOptions {
  readonly dist: string;
  readonly ownerFiles: string;
  /** Computed with each request, because the agent of the home may change. */
  readonly sovereignty: () => Sovereignty;
  readonly config: () => Pick<Config, 'appName' | 'description'>;
  /** The portals of a demo. If left out, `portals.json` is a file like any other. */
  readonly portals?: (() => Promise<string>) | undefined;
}

/**
 * The built files. The owner's files of the same names come first. `pages.ts` has the pages. If the owner has
 * no own file, the sovereignty status is computed here, and the manifest gets the name from the
 * configuration.
 */
export const staticFiles =
  ({ dist, ownerFiles, sovereignty, config, portals }: StaticFilesOptions): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRoute', (route) => {
      route.config = { access: fileAccess, ...route.config, countsBytes: true };
    });
    // Strangers get the program's file, not the owner's file of the same name.
    app.addHook('preHandler', async (request, reply) => {
      if (request.reader === 'stranger' && fileAccess(request) === 'open')
        return reply.sendFile(pathOf(request).slice(1), dist);
      return undefined;
    });
    const { errorHandler } = app;
    // The library answers 403 for folders, and for paths that could lead out of a folder. There is no file at
    // such an address, so the answer is 404.
    app.setErrorHandler(function answerForbidden(error: FastifyError, request, reply) {
      return error.statusCode === 403 ? reply.callNotFound() : errorHandler.call(this, error, request, reply);
    });
    const made: readonly (readonly [string, () => string | Promise<string>])[] = [
      [SOVEREIGNTY_FILE, () => `${JSON.stringify(sovereignty())}\n`],
      [MANIFEST, () => manifestOf(dist, config())],
      [DOOR_MANIFEST, () => doorManifestOf(dist, config())],
      ...(portals ? [['portals.json', portals] as const] : []),
    ];
    for (const [name, make] of made)
      app.get(`/${name}`, { config: { access: fileParts[name] ?? 'pages' } }, async (request, reply) => {
        if (await exists(join(ownerFiles, name))) return reply.sendFile(name, ownerFiles);
        return sendJson(request, reply, await make());
      });
    await app.register(fastifyStatic, {
      root: [ownerFiles, dist],
      index: false,
      prefix: '/',
      preCompressed: true,
      // `setHeaders` sets the header, because it depends on the file.
      cacheControl: false,
      dotfiles: 'ignore',
      allowedPath: (path) => !path.split('/').some((part) => part.startsWith('.')),
      setHeaders(reply, path) {
        const isOwners = !relative(ownerFiles, path).startsWith('..');
        const name = relative(dist, path).split(sep).join('/');
        void reply.header('cache-control', isOwners ? 'no-cache' : cacheControlOf(name));
      },
    });
  };

export interface BuildVersion {
  readonly version: string;
  readonly build: string;
}

/**
 * Reads `version.json` of the build (`ci/build/version-file.ts`). Throws a `UserError` if it is
 * missing: then nothing has been built.
 */
export async function readBuild(dist: string): Promise<BuildVersion> {
  try {
    const raw: unknown = JSON.parse(await readFile(join(dist, 'version.json'), 'utf8'));
    const { version, build } = raw as Partial<BuildVersion>;
    return { version: String(version), build: String(build) };
  } catch {
    throw new UserError(
      `There are no built pages in ${dist}.`,
      'Run “npm run build” first; “npm start” does it by itself.',
    );
  }
}

const MANIFEST = 'manifest.json';
const DOOR_MANIFEST = 'door-manifest.json';

const builtManifest = async (dist: string, name: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(dist, name), 'utf8')) as Record<string, unknown>;

/**
 * The built manifest with the home's name and description, as its pages have them. An installed app has this
 * name, also below its icon.
 */
async function manifestOf(
  dist: string,
  { appName, description }: Pick<Config, 'appName' | 'description'>,
): Promise<string> {
  const built = await builtManifest(dist, MANIFEST);
  return `${JSON.stringify({
    ...built,
    ...(appName !== built['name'] && { name: appName, short_name: appName }),
    ...(description !== '' && { description }),
  })}\n`;
}

/** The built manifest of the page `/door`, an app of its own for the owner’s phone, with the home’s name. */
const doorManifestOf = async (dist: string, { appName }: Pick<Config, 'appName'>): Promise<string> =>
  `${JSON.stringify({ ...(await builtManifest(dist, DOOR_MANIFEST)), name: `${appName}: door` })}\n`;
