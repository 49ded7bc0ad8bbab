import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** The length of a secret without its mark. */
const SECRET_CHARACTERS = Math.ceil((SECRET_BYTES * 4) / 3);

/** A new secret of a session, which the visitor's browser keeps; a mark is at its end. */
export const newSecret = (mark = ''): string => `${randomBytes(SECRET_BYTES).toString('base64url')}${mark}`;

/** The hash of a secret, as stores keep it. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The id of a session where it is made of its secret: its hash, then its mark. */
export const sessionIdOf = (secret: string): string =>
  `${hashOf(secret).toString('hex')}${secret.slice(SECRET_CHARACTERS)}`;

/** The mark at the end of such an id; a session from before marks were added is a separate household. */
export const householdIn = (session: string): string => session.slice(SECRET_BYTES * 2) || session;
