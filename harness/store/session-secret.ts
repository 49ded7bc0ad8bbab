import { createHash, randomBytes } from 'node:crypto';

/** A new secret of a session, which the visitor's browser keeps. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret, as stores keep it. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
