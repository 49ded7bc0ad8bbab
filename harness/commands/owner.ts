import { renderUnicodeCompact } from 'uqr';
import { localTime } from '../../data/core/time.ts';
import { dataFlag } from '../core/folders.ts';
import type { Command } from '../core/options.ts';
import { homeAddress } from '../core/request-origin.ts';
import { UserError } from '../core/user-error.ts';
import type { Keys } from '../keys/keys.ts';
import { CODE_MINUTES } from '../keys/sign-in-codes.ts';
import { openKeys } from './keys.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** What the terminal shows of a new code: the code, and the address that has it, as a QR code too. */
function codeLines(code: string, url: string): string[] {
  // Browsers do not send the part after “#” to a server.
  const link = `${url}door#code=${code}`;
  return [
    `Code: ${code}, for one sign-in in the next ${CODE_MINUTES} minutes`,
    '',
    link,
    '',
    renderUnicodeCompact(link, { border: 2 }),
  ];
}

function showDevices({ passkeys, signIns }: Keys): void {
  for (const { id, name, madeAt } of passkeys.list())
    print(`passkey ${id}  ${name}, added ${localTime(madeAt)}`);
  for (const { id, browser, beganAt, passkey } of signIns.list())
    print(
      `sign-in ${id}  ${browser}, since ${localTime(beganAt)}, with ${passkey === undefined ? 'a code' : `passkey ${passkey}`}`,
    );
  if (passkeys.list().length + signIns.list().length === 0)
    print('The owner is signed in nowhere, and has no passkey. “home-world owner code” begins.');
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
  print(`Removed ${kind} ${id}.`);
}

export const ownerCommand: Command = {
  words: '[code | devices | remove passkey|sign-in N | sign-out]',
  details: [
    'code      prints a one-time code with which the owner signs in, for the first device and after a loss',
    'devices   shows the passkeys of the owner, and the browsers that are signed in',
    'remove    removes a passkey with its sign-ins, or one sign-in',
    'sign-out  signs the owner out everywhere; passkeys stay',
    '',
    'The data folder must be that of the home, which may run. In a container: docker compose exec home home-world owner code',
  ].join('\n'),
  flags: [
    dataFlag,
    {
      name: 'url',
      value: 'URL',
      fallback: 'http://localhost:4200',
      help: 'address of the home, for the link',
    },
  ],
  async run(values, _env, [action = 'devices', ...words]) {
    const allowed = action === 'remove' ? 2 : 0;
    if (!['code', 'devices', 'remove', 'sign-out'].includes(action) || words.length > allowed)
      throw new UserError(
        `owner cannot do “${[action, ...words].join(' ')}”.`,
        'Run “home-world owner --help” to see what it can do.',
        2,
      );
    const url = homeAddress(String(values['url']), 'url');
    const keys = await openKeys(String(values['data']));
    try {
      if (action === 'code') for (const line of codeLines(keys.codes.make(), url)) print(line);
      else if (action === 'devices') showDevices(keys);
      else if (action === 'remove') remove(keys, words[0], words[1]);
      else {
        keys.signIns.endAll();
        print('The owner is signed out everywhere.');
      }
    } finally {
      keys.close();
    }
    return 0;
  },
};
