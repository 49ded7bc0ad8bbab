import { resolve } from 'node:path';
import { renderUnicodeCompact } from 'uqr';
import { localMoment, utcText } from '../../data/core/time.ts';
import { printLine } from '../core/escape.ts';
import { dataFlag } from '../core/folders.ts';
import { type Command, textOf, usageOf } from '../core/options.ts';
import { homeAddress, isLoopback } from '../core/request-origin.ts';
import { UserError } from '../core/user-error.ts';
import { isKeyName } from '../keys/agent-keys.ts';
import type { Keys } from '../keys/keys.ts';
import { MAX_LINKS, MAX_LINK_DAYS } from '../keys/links.ts';
import { CODE_MINUTES } from '../keys/sign-in-codes.ts';
import { lastAddress } from '../store/data-folder.ts';
import { openKeys } from './keys.ts';

/**
 * What the terminal shows for a new code: the code, and an address that contains the code, also as a QR code
 * if another device can open it.
 */
function codeLines(code: string, url: string): string[] {
  // Browsers do not send the part after “#” to a server.
  const link = `${url}door#code=${code}`;
  return [
    `Code: ${code}, for one sign-in in the next ${CODE_MINUTES} minutes`,
    '',
    link,
    '',
    isLoopback(new URL(url).hostname.replaceAll(/[[\]]/g, ''))
      ? 'This link works on the machine of the home only. For a phone, docs/door.md says how it reaches the home.'
      : renderUnicodeCompact(link, { border: 2 }),
  ];
}

function showDevices({ passkeys, signIns }: Keys): void {
  for (const { id, name, madeAt } of passkeys.list())
    printLine(`passkey ${id}  ${name}, added ${localMoment(madeAt)}`);
  for (const { id, browser, beganAt, passkey } of signIns.list())
    printLine(
      `sign-in ${id}  ${browser}, since ${localMoment(beganAt)}, with ${passkey === undefined ? 'a code' : `passkey ${passkey}`}`,
    );
  if (passkeys.list().length + signIns.list().length === 0)
    printLine(
      'No browser is signed in, and there is no passkey. Run “home-world owner code” for the first sign-in.',
    );
}

function remove({ passkeys, signIns }: Keys, kind: string | undefined, id: string | undefined): void {
  const isNumber = id !== undefined && /^\d{1,9}$/.test(id);
  const removed =
    isNumber &&
    (kind === 'passkey' ? passkeys.revoke(Number(id)) : kind === 'sign-in' && signIns.revoke(Number(id)));
  if (!removed)
    throw new UserError(
      `There is no “${[kind, id].filter(Boolean).join(' ')}”.`,
      'Run “home-world owner devices” to see all, and name one, for example “home-world owner remove passkey 2”.',
    );
  printLine(`Removed ${kind} ${id}.`);
}

function showLinks({ links }: Keys): void {
  for (const { name, endsAt } of links.list()) printLine(`${name}  until ${utcText(endsAt)}`);
  if (links.list().length === 0) printLine('There are no links. “home-world owner link NAME” makes one.');
}

/** Makes a read-only link, and prints its address once. */
function addLink({ links }: Keys, name: string, days: number, url: string): void {
  const secret = links.add(name, days);
  if (secret === undefined)
    throw new UserError(
      `There is a link “${name}” already, or there are ${MAX_LINKS} links.`,
      `Choose another name, or remove one first: home-world owner unlink ${name}`,
    );
  // Browsers do not send the part after “#” to a server, so it is in no log.
  printLine(`${url}#link=${secret}`);
  process.stderr.write(
    `Anyone who has this address can see your home for ${days} days, as visitors see a public home. It is shown once.\n`,
  );
}

function removeLink({ links }: Keys, name: string): void {
  const link = links.list().find((one) => one.name === name);
  if (!link || !links.revoke(link.id))
    throw new UserError(`There is no link “${name}”.`, 'Run “home-world owner links” to see all.');
  printLine(`Removed “${name}”: it opens nothing from now on.`);
}

const usage = usageOf('owner');

/** The number of words that follow each action. */
const actions: Readonly<Record<string, number>> = {
  code: 0,
  devices: 0,
  remove: 2,
  'sign-out': 0,
  link: 1,
  links: 0,
  unlink: 1,
};

function act(keys: Keys, [action, ...words]: readonly string[], url: string, days: number): void {
  const [name = ''] = words;
  if (action === 'code') for (const line of codeLines(keys.codes.make(), url)) printLine(line);
  else if (action === 'devices') showDevices(keys);
  else if (action === 'remove') remove(keys, words[0], words[1]);
  else if (action === 'links') showLinks(keys);
  else if (action === 'link') addLink(keys, name, days, url);
  else if (action === 'unlink') removeLink(keys, name);
  else {
    keys.signIns.endAll();
    printLine('The owner is signed out everywhere.');
  }
}

export const ownerCommand: Command = {
  words: '[code | devices | remove passkey|sign-in N | sign-out | link NAME | links | unlink NAME]',
  details: [
    'code      prints a one-time code with which the owner signs in, for the first device and after a loss',
    'devices   shows the passkeys of the owner, and the browsers that are signed in',
    'remove    removes a passkey with its sign-ins, or one sign-in',
    'sign-out  signs the owner out everywhere; passkeys stay',
    'link      makes a read-only link to a private home, for a friend or a screen on the wall',
    'links     shows the links that open the home',
    'unlink    removes a link; its open pages are closed',
    '',
    'The data folder must be that of the home, which may run. In a container: docker compose exec bridge node harness/home-world.js owner code',
  ].join('\n'),
  flags: [
    dataFlag,
    {
      name: 'url',
      value: 'URL',
      help: 'address of the home, for the link; without it that of the last start',
    },
    {
      name: 'days',
      range: [1, MAX_LINK_DAYS],
      value: 'DAYS',
      fallback: 30,
      help: 'how long a read-only link lasts',
    },
  ],
  async run(values, _env, [action = 'devices', ...words]) {
    const wanted = Object.hasOwn(actions, action) ? actions[action] : undefined;
    const isComplete = action === 'remove' || words.length === wanted;
    if (wanted === undefined || words.length > wanted || !isComplete)
      throw usage(`owner cannot do “${[action, ...words].join(' ')}”.`);
    if (action === 'link' && !isKeyName(words[0] ?? ''))
      throw new UserError(
        'The name of a link has 1 to 40 letters, digits, dots, hyphens and underscores.',
        'Run it again with such a name, for example “home-world owner link kitchen”.',
        2,
      );
    const data = String(values['data']);
    const known = textOf(values['url']) ?? lastAddress(resolve(data)) ?? 'http://localhost:4200';
    const url = homeAddress(known, 'url');
    const keys = openKeys(data);
    try {
      act(keys, [action, ...words], url, Number(values['days']));
    } finally {
      keys.close();
    }
    return 0;
  },
};
