import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sameToken } from '../core/secret.ts';
import { cookieOf, cookiesIn } from './cookies.ts';
import { PASSKEY_TIMEOUT_MS } from './passkeys.ts';

/** What a challenge is for. A challenge for a new passkey cannot be used to sign in. */
type ChallengeUse = 'register' | 'sign-in';

/** How long a challenge is valid: the time for the person, and a minute for the two requests. */
const LASTS_MS = PASSKEY_TIMEOUT_MS + 60_000;
/**
 * The maximum number of used challenges in memory, three minutes each: far more than the rate limit allows.
 */
const MAX_USED = 20_000;
const COOKIE = /^home-world-challenge=([\w-]{1,100})\.(\d{1,16})\.([\w-]{43})$/;

/**
 * The challenges of passkeys. Each is in a cookie of the browser that asked for it, with the home's
 * signature, so the home stores nothing for challenges that are never used. A challenge works once.
 */
export class Challenges {
  readonly #now: () => number;
  readonly #secret = randomBytes(32);
  /** The challenges that were used, and when each of them ends. */
  readonly #used = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  cookie(use: ChallengeUse, challenge: string, isSecure: boolean): string {
    const ends = this.#now() + LASTS_MS;
    const value = `${challenge}.${ends}.${this.#signature(use, challenge, ends)}`;
    return cookieOf({
      name: 'home-world-challenge',
      value,
      path: '/api/owner',
      seconds: LASTS_MS / 1000,
      isSecure,
    });
  }

  /** Uses up the challenge of these headers; undefined if there is none, or if it was used or has ended. */
  use(use: ChallengeUse, headers: IncomingHttpHeaders): string | undefined {
    const now = this.#now();
    for (const [challenge, ends] of this.#used) if (ends <= now) this.#used.delete(challenge);
    for (const [, challenge = '', endsText, signature] of cookiesIn(headers, COOKIE)) {
      const ends = Number(endsText);
      if (!sameToken(signature, this.#signature(use, challenge, ends))) continue;
      if (ends <= now || ends > now + LASTS_MS || this.#used.has(challenge) || this.#used.size >= MAX_USED)
        return undefined;
      this.#used.set(challenge, ends);
      return challenge;
    }
    return undefined;
  }

  #signature(use: ChallengeUse, challenge: string, ends: number): string {
    return createHmac('sha256', this.#secret).update(`${use}.${challenge}.${ends}`).digest('base64url');
  }
}
