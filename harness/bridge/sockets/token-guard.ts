import { type ClientFrame, PROTOCOL_VERSION } from '../../../data/chat/protocol.ts';
import { AddressBudgets } from '../../core/address-budgets.ts';
import { sameToken } from '../../core/secret.ts';
import type { AgentKey, AgentKeys } from '../../keys/agent-keys.ts';
import { closeCodes, errorFrame, type Peer } from './peer.ts';

/** Wrong tokens of one address before it is told to wait: ten at once, then one a minute. */
const WRONG_TOKENS = { burst: 10, perSecond: 1 / 60 } as const;
/** After this time the address may try again. */
export const WAIT_SECONDS = 60;
export const TOO_MANY_WRONG_TOKENS =
  'Too many wrong tokens came from this address. Try again in a minute, with the right one.';

/**
 * Checks tokens wherever one is needed, and counts the wrong ones of each address together.
 *
 * The right token is always accepted, however many wrong ones came from its address: visitors of a café or
 * members of a household share one address, and none of them must lock the owner out. So the count does not
 * prevent guessing. The length of the token does: a home does not start with a token of fewer than 16
 * characters, and at 600 requests a minute even 16 random hexadecimal digits take tens of billions of years
 * to guess. The count tells a client with an old token to wait, and a line in the log tells the owner about
 * the attempts.
 */
export class TokenGuard {
  /** The secret of the bridge; if it is undefined, whatever needs the secret is refused. */
  readonly token: string | undefined;
  readonly #agentKeys: AgentKeys;
  readonly #wrong: AddressBudgets;
  readonly #log: (line: string) => void;

  constructor({
    token,
    agentKeys,
    now,
    log,
  }: {
    readonly token?: string | undefined;
    readonly agentKeys: AgentKeys;
    readonly now: () => number;
    readonly log: (line: string) => void;
  }) {
    this.token = token;
    this.#agentKeys = agentKeys;
    this.#wrong = new AddressBudgets(now, WRONG_TOKENS);
    this.#log = log;
  }

  /**
   * Compares a token with the bridge's, or with another secret of the home. A missing token is wrong, but is
   * not counted: it is not a guess.
   */
  check(address: string, given: string | undefined, expected = this.token): 'right' | 'wrong' | 'too-many' {
    if (sameToken(given, expected)) return 'right';
    return given === undefined ? 'wrong' : this.countWrong(address);
  }

  /** The agent key that a client sends; undefined if it sends none, or one that was revoked. */
  agentKey(given: string | undefined): AgentKey | undefined {
    return this.#agentKeys.find(given);
  }

  /** The name of the revoked agent key that a client sends; undefined for every other text. */
  revokedKey(given: string): string | undefined {
    return this.#agentKeys.revokedName(given);
  }

  /** Counts a wrong token, code or passkey of an address. */
  countWrong(address: string): 'wrong' | 'too-many' {
    if (this.#wrong.take(address, 1)) return 'wrong';
    this.#log('one address sends one wrong token after the other');
    return 'too-many';
  }

  /** Forgets the addresses that have all their tries again. */
  sweep(): void {
    this.#wrong.sweep();
  }
}

/**
 * Refuses a hello that is of another version, or that lacks the token that its role needs. Returns whether it
 * was refused.
 */
export function refuseHello(
  peer: Peer,
  { version, role, token }: Extract<ClientFrame, { type: 'hello' }>,
  guard: TokenGuard,
): boolean {
  if (version !== PROTOCOL_VERSION) {
    const message = `This home speaks version ${PROTOCOL_VERSION} of the protocol, not ${version}.`;
    peer.send(errorFrame('bad-frame', message));
    peer.close(closeCodes.protocol, 'another protocol version');
    return true;
  }
  if (role === 'visitor') return false;
  const result = guard.check(peer.ip, token);
  if (result === 'right') return false;
  if (result === 'too-many') {
    peer.send(errorFrame('rate-limited', TOO_MANY_WRONG_TOKENS));
    peer.close(closeCodes.tryLater, 'too many wrong tokens');
    return true;
  }
  peer.send(errorFrame('unauthorized', `The role ${role} needs the bridge’s token.`));
  peer.close(closeCodes.policy, 'unauthorized');
  return true;
}
