import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../../data/core/text.ts';
import type { PortalRecord } from '../../../data/readings/schemas/portal.ts';
import { parsePortals } from '../../../data/readings/sources/portals.ts';
import { withoutMark } from '../../core/json-file.ts';
import { shortPath } from '../../core/folders.ts';
import { UserError, codeOf } from '../../core/user-error.ts';

/** A portal whose game can be played. */
export type GamePortal = PortalRecord & { readonly window_title: string };

async function readRegistry(file: string): Promise<unknown[] | undefined> {
  try {
    const value: unknown = JSON.parse(withoutMark(await readFile(file, 'utf8')));
    return Array.isArray(value) ? value : [];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new UserError(
      `The portals in ${shortPath(file)} cannot be read: ${errorMessage(error)}.`,
      'Run “home-world portals check” to see what is wrong.',
    );
  }
}

/**
 * The portals of a demo; two of them lead to games. With them, a demo can show a play although the owner has
 * no list of portals.
 */
const DEMO_PORTALS = join(import.meta.dirname, '../../demo/data/portals.json');
const ownRegistry = (data: string): string => join(data, 'public', 'portals.json');

/** The ids of the owner’s portals whose game runs in a window; empty if the file cannot be read. */
export async function gamePortalsOf(data: string): Promise<string[]> {
  const raw = await readRegistry(ownRegistry(data)).catch(() => undefined);
  return parsePortals(raw ?? [])
    .records.filter((portal) => portal.portal_type === 'game-world' && portal.window_title !== undefined)
    .map(({ id }) => id);
}

/**
 * The portal with this id, from the owner’s `portals.json`. If there is no such file, the lists of the built
 * pages and of the demo are used. Throws a `UserError` if the portal does not exist, is not a game or has no
 * window.
 * @param windowTitle The title in `config.json`, which is used instead of the title of the portal.
 */
export async function readGamePortal(
  id: string,
  { data, dist, windowTitle }: { data: string; dist: string; windowTitle: string | undefined },
): Promise<GamePortal> {
  const own = await readRegistry(ownRegistry(data));
  const shipped = [join(dist, 'portals.json'), DEMO_PORTALS];
  const raw = own ?? (await Promise.all(shipped.map(readRegistry))).flatMap((list) => list ?? []);
  const { records } = parsePortals(raw);
  const games = records.filter(({ portal_type: type }) => type === 'game-world');
  const portal = games.find((record) => record.id === id);
  if (!portal)
    throw new UserError(
      records.some((record) => record.id === id)
        ? `The portal “${id}” is not a game: its portal_type is not game-world.`
        : `There is no portal “${id}”.`,
      [
        ...(games.length > 0 ? [`The games are: ${games.map((record) => record.id).join(', ')}.`] : []),
        `Add yours to ${shortPath(ownRegistry(data))}; docs/games.md has an example.`,
      ].join(' '),
    );
  const title = windowTitle ?? portal.window_title;
  if (title === undefined || title.trim() === '')
    throw new UserError(
      `The portal “${id}” does not name the window of its game.`,
      'Give it a field "window_title" with the title that the window has; docs/games.md says how to find it.',
    );
  return { ...portal, window_title: title };
}
