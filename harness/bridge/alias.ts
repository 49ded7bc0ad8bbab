import { createHash } from 'node:crypto';

const ALIAS_CHARACTERS = 8;

/** A pseudonym for a visitor, derived from the session’s secret: it stays the same after a restart. */
export const aliasOf = (secret: string): string =>
  createHash('sha256').update(`visitor ${secret}`).digest('hex').slice(0, ALIAS_CHARACTERS);
