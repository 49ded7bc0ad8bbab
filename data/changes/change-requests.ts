import { type OwnerIo, type Outcome, ownerRequest } from '../owner/owner-request.ts';
import { type ChangesAnswer, changesAnswer } from './changes.ts';

const pathOf = (session: string): string => `api/changes/${encodeURIComponent(session)}`;

/** Asks the program of a session for what it has changed. */
export const askForChanges = (io: OwnerIo, session: string): Promise<Outcome<ChangesAnswer>> =>
  ownerRequest(io, pathOf(session), { method: 'POST', schema: changesAnswer });

/** Reads what has come of it. */
export const readChanges = (io: OwnerIo, session: string): Promise<Outcome<ChangesAnswer>> =>
  ownerRequest(io, pathOf(session), { schema: changesAnswer });
