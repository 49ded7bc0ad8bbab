import * as v from 'valibot';
import { type OwnerIo, type Outcome, ownerRequest } from '../owner/owner-request.ts';
import { type Letter, type LetterBody, type LettersAnswer, letter, lettersAnswer } from './letter.ts';

const LETTERS = 'api/letters';
const answered = v.object({ letter });

/** Reads the sessions to which the owner can write, and the letters. */
export const readLetters = (io: OwnerIo): Promise<Outcome<LettersAnswer>> =>
  ownerRequest(io, LETTERS, { schema: lettersAnswer });

/** Puts a letter into the queue of a session. */
export const writeLetter = (io: OwnerIo, body: LetterBody): Promise<Outcome<{ letter: Letter }>> =>
  ownerRequest(io, LETTERS, { method: 'POST', body, schema: answered });

/** Takes a letter back, if its session has not got it yet. */
export const withdrawLetter = (io: OwnerIo, id: string): Promise<Outcome<{ letter: Letter }>> =>
  ownerRequest(io, `${LETTERS}/${encodeURIComponent(id)}`, { method: 'DELETE', schema: answered });
