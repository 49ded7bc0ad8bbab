import { createHash } from 'node:crypto';

const ALIAS_CHARACTERS = 8;

/** A name for a visitor, made from the session’s secret: it stays the same after a restart and leads nowhere. */
export const aliasOf = (secret: string): string =>
  createHash('sha256').update(`visitor ${secret}`).digest('hex').slice(0, ALIAS_CHARACTERS);
