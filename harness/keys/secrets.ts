import { createHash, randomBytes } from 'node:crypto';

/** The number of characters of a secret: 32 random bytes as base64url. */
export const SECRET_CHARACTERS = 43;

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What the home keeps of a secret. The secret is random and long, so no salt and no slow hash is needed. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
