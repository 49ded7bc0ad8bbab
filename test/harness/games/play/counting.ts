import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, temporaryFolder, type TestHome, ownerCookie } from '../../helpers.ts';

const game = join(import.meta.dirname, 'counting-game.ts');

/** A data folder with the portal `counting`, and the flags for a play in it. */
export async function gameFolder(fault = '') {
  const place = await temporaryFolder();
  const data = join(place.path, 'data');
  await mkdir(join(data, 'public'), { recursive: true });
  await mkdir(join(data, 'training/data'), { recursive: true });
  const record = {
    id: 'counting',
    name: 'Counting',
    description: 'A game.',
    status: 'online',
    destination: {},
  };
  await writeFile(
    join(data, 'public/portals.json'),
    JSON.stringify([
      { ...record, portal_type: 'game-world', window_title: 'Counting Game' },
      { ...record, id: 'room' },
    ]),
  );
  await writeFile(
    join(data, 'training/data/prompts_counting.yaml'),
    'name: Counting\ngoal: Click the left half.\nkeys:\n  F5: saves the game\n',
  );
  const desktop = { command: process.execPath, args: [game, fault] };
  await writeFile(join(data, 'config.json'), JSON.stringify({ relays: [], games: { desktop } }));
  return { data, [Symbol.asyncDispose]: place.dispose };
}

/** A page of the owner, who is signed in. */
export async function signedIn({ app, url }: TestHome): Promise<Client> {
  const owner = new Client(url, { headers: { cookie: ownerCookie(app) }, origin: url });
  await owner.hello();
  return owner;
}
