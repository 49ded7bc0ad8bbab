import { type OwnerIo, type Outcome, ownerRequest } from '../owner/owner-request.ts';
import { type UsageAnswer, usageAnswer } from './usage.ts';

/** Where usage is read; by default with the requests of the page. */
export type UsageIo = Pick<OwnerIo, 'base'> & Partial<OwnerIo>;

/** Reads what the owner’s coding agents have used in the last days, today included. */
export const readUsage = (
  { base, fetch = globalThis.fetch }: UsageIo,
  days: number,
): Promise<Outcome<UsageAnswer>> =>
  ownerRequest({ base, fetch }, `api/usage?days=${days}`, { schema: usageAnswer });
