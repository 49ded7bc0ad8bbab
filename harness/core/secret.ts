import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { UserError } from './user-error.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two tokens are the same. The time of the comparison does not depend on where they differ. */
export const sameToken = (given: string | undefined, expected: string | undefined): boolean =>
  expected !== undefined &&
  expected !== '' &&
  given !== undefined &&
  timingSafeEqual(digest(given), digest(expected));

/** Whether a secret can be sent in an HTTP header, which allows only visible ASCII characters. */
export const fitsHeader = (secret: string): boolean => /^[\x21-\x7e]+$/.test(secret);

/** A shorter secret can be guessed, and a longer token does not fit into `hello` and the sign-in. */
const [MIN_CHARACTERS, MAX_CHARACTERS] = [16, 200];

function guessable(secret: string): string | undefined {
  if (/^(.)\1*$/.test(secret)) return 'repeats one character and can be guessed';
  return secret.length < MIN_CHARACTERS
    ? `has fewer than ${MIN_CHARACTERS} characters and can be guessed`
    : undefined;
}

function faultOf(secret: string): string | undefined {
  if (!fitsHeader(secret)) return 'holds a space, a line break or a character that is not ASCII';
  return (
    guessable(secret) ??
    (secret.length > MAX_CHARACTERS ? `has more than ${MAX_CHARACTERS} characters` : undefined)
  );
}

/**
 * A secret of the home that its clients send as a bearer token; undefined if the owner has set none.
 * Throws a `UserError` for one that no client could send, or that can be guessed.
 */
export function secretOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const secret = env[name];
  if (!secret?.trim()) return undefined;
  const fault = faultOf(secret);
  if (fault === undefined) return secret;
  throw new UserError(
    `${name} ${fault}.`,
    'Make one with “openssl rand -hex 32”, and set it for the home and for everything that sends it.',
    2,
  );
}

/**
 * The secret with which the code host signs its webhooks; undefined if the owner has set none. It is never
 * sent, so it may hold any character. Throws a `UserError` for one that can be guessed.
 */
export function hookSecretOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const secret = env[name]?.trim();
  if (!secret) return undefined;
  const fault = guessable(secret);
  if (fault === undefined) return secret;
  throw new UserError(
    `${name} ${fault}.`,
    'Make one with “openssl rand -hex 32”, and set it for the home and in the webhook at the code host.',
  );
}

const SECRET_BYTES = 32;
/** The length of a secret without its mark. */
export const SECRET_CHARACTERS = Math.ceil((SECRET_BYTES * 4) / 3);

/** A new secret of a session, a key or a sign-in, as base64url. A mark is at its end. */
export const newSecret = (mark = ''): string => `${randomBytes(SECRET_BYTES).toString('base64url')}${mark}`;

/**
 * The hash of a secret, as stores keep it. The secret is random and long, so no salt and no slow hash is needed.
 */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const digestOf = (secret: string): string => hashOf(secret).toString('base64url');

/** The id of a session, if the store makes the id from the secret: the hash of the secret, then its mark. */
export const sessionIdOf = (secret: string): string =>
  `${hashOf(secret).toString('hex')}${secret.slice(SECRET_CHARACTERS)}`;

/**
 * The household of a session: the mark that `sessionIdOf` puts at the end of the id (`householdMark`, a short
 * hash of the visitor's network). Ids made before marks existed have none; each of them counts as a separate
 * household.
 */
export const householdIn = (session: string): string => session.slice(SECRET_BYTES * 2) || session;
