import { createHash, randomBytes } from 'node:crypto';

/** A new secret of a session, which the visitor's browser keeps. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What a store keeps of a secret. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
