import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../data/config/config.ts';

export const MANIFEST = 'manifest.json';

/**
 * The built manifest with the home's name and description, as its pages have them: an installed app
 * is called so, below its icon too.
 */
export async function manifestOf(
  dist: string,
  { appName, description }: Pick<Config, 'appName' | 'description'>,
): Promise<string> {
  const built = JSON.parse(await readFile(join(dist, MANIFEST), 'utf8')) as Record<string, unknown>;
  return `${JSON.stringify({
    ...built,
    ...(appName !== built['name'] && { name: appName, short_name: appName }),
    ...(description !== '' && { description }),
  })}\n`;
}
