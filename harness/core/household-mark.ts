import { createHash } from 'node:crypto';
import { householdOf } from './networks.ts';

/**
 * What the data folder has of a household in place of its network: 16 bits of a hash, which 65,536 addresses of
 * IPv4 share.
 */
export const householdMark = (address: string): string =>
  createHash('sha256').update(householdOf(address)).digest('hex').slice(0, 4);
