import * as v from 'valibot';
import { text } from '../readings/schemas/bounds.ts';
import { type Outcome, type OwnerIo, ownerRequest } from './owner-request.ts';

/** Whether the owner is signed in here, and how the owner can sign in. */
export interface Account {
  /** `unreachable`: the home does not answer. `none`: a host without a sign-in. */
  readonly state: 'unknown' | 'unreachable' | 'none' | 'visitor' | 'owner';
  /** Whether this browser may add passkeys now: for ten minutes after the sign-in. */
  readonly isFresh: boolean;
  readonly hasPasskeys: boolean;
  /** Why passkeys do not work at this address; empty where they do. */
  readonly passkeyProblem: string;
}

export const unknownAccount: Account = {
  state: 'unknown',
  isFresh: false,
  hasPasskeys: false,
  passkeyProblem: '',
};

const OWNER = 'api/owner';
const answer = v.object({
  signIn: v.literal(true),
  signedIn: v.boolean(),
  fresh: v.optional(v.boolean(), false),
  passkeys: v.optional(v.number(), 0),
  passkeyProblem: v.optional(text(400), ''),
});

/**
 * Asks the home for the account. A host without a sign-in answers with an error or with other content: the
 * state is then `none`.
 */
export async function readAccount(io: OwnerIo): Promise<Account> {
  const result = await ownerRequest(io, OWNER, { schema: answer });
  if (!result.ok) {
    const { status } = result;
    const isTemporary = status === 0 || status === 429 || status >= 500;
    return { ...unknownAccount, state: isTemporary ? 'unreachable' : 'none' };
  }
  const { signedIn, fresh, passkeys, passkeyProblem } = result.value;
  return {
    state: signedIn ? 'owner' : 'visitor',
    isFresh: fresh,
    hasPasskeys: passkeys > 0,
    passkeyProblem,
  };
}

/** Signs the owner in with a one-time code. */
export const signInWithCode = (io: OwnerIo, code: string): Promise<Outcome<unknown>> =>
  ownerRequest(io, OWNER, { method: 'POST', body: { code: code.trim() } });

const CODE = /^#code=([\w%+ -]{1,60})$/;

/** The one-time code in the fragment of an address, `#code=7K2M-Q9XB-T4WD`; empty without one. */
export const codeIn = (hash: string): string => {
  const [, code = ''] = CODE.exec(hash) ?? [];
  return code.replaceAll(/%20|\+/g, ' ');
};
