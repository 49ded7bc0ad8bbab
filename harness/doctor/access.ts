import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Access } from '../config/access.ts';
import { KEYS_FILE, Keys } from '../keys/keys.ts';
import { relyingPartyOf } from '../keys/passkeys.ts';
import { type Finding, note, ok } from './finding.ts';

const CODE = 'home-world owner code';

/** Whether browsers offer passkeys at the address of the home, and what to do if not. */
export function checkPasskeys(publicUrl: string | undefined, host: string, port: number): Finding {
  const isHere = /^(?:localhost|127\..+|::1)$/.test(host);
  const address = isIP(host) === 6 ? `[${host}]` : host;
  // A home for this machine is opened as “localhost”, where browsers offer passkeys.
  const url = publicUrl ?? `http://${isHere ? 'localhost' : address}:${port}/`;
  const party = relyingPartyOf(new URL(url).origin);
  if ('problem' in party)
    return note(
      'passkeys',
      `The owner cannot sign in with a passkey at ${url}. ${party.problem}`,
      `Start the home with --public-url and an https:// address with a host name. Until then, “${CODE}” signs you in.`,
    );
  return ok('passkeys', `The owner can sign in with a passkey at ${party.origin}.`);
}

/** Who sees the home, and whether its owner can sign in. */
export function checkAccess(access: Access, data: string): readonly Finding[] {
  if (access === 'public') return [];
  const says =
    access === 'owner'
      ? 'Only the owner sees this home.'
      : `Visitors see ${access.visitorsSee.join(', ') || 'nothing but the pages'}; the owner sees everything.`;
  const file = join(data, KEYS_FILE);
  const keys = existsSync(file) ? new Keys(file) : undefined;
  try {
    const isKnown = keys !== undefined && keys.passkeys.list().length + keys.signIns.list().length > 0;
    return [
      isKnown
        ? ok('access', says)
        : note(
            'access',
            `${says} No owner has signed in yet.`,
            `Run “${CODE}”: it prints a code for the first sign-in.`,
          ),
    ];
  } finally {
    keys?.close();
  }
}
