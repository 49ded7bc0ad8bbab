import { type OwnerIo, type Outcome, ownerRequest } from '../owner/owner-request.ts';
import { type ChangesAnswer, changesAnswer } from './changes.ts';

const pathOf = (session: string): string => `api/changes/${encodeURIComponent(session)}`;

/** Asks the program of a session for what it has changed. */
export const askForChanges = (io: OwnerIo, session: string): Promise<Outcome<ChangesAnswer>> =>
  ownerRequest(io, pathOf(session), { method: 'POST', schema: changesAnswer });

/** Reads the answer of the session's program, if there is one already. */
export const readChanges = (io: OwnerIo, session: string): Promise<Outcome<ChangesAnswer>> =>
  ownerRequest(io, pathOf(session), { schema: changesAnswer });
