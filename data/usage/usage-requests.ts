import { type Outcome, type PageIo, ownerRequest } from '../owner/owner-request.ts';
import { type UsageAnswer, usageAnswer } from './usage.ts';

/** Reads what the owner’s coding agents have used in the last days, today included. */
export const readUsage = (io: PageIo, days: number): Promise<Outcome<UsageAnswer>> =>
  ownerRequest(io, `api/usage?days=${days}`, { schema: usageAnswer });
