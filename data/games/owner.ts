import type { PageState } from '../core/page-state.ts';
import { tryStorage } from '../core/storage.ts';
import { errorMessage } from '../core/text.ts';
import { forgetHome, sessionKey } from '../offline/forget.ts';
import type { GamesState, OwnerStatus } from './games-state.ts';
import type { PlayOrderFrame } from './play-frames.ts';
import type { PlayOrder } from './play-record.ts';

/** The part of the bridge's connection that orders need. */
interface OrderLine {
  send(frame: PlayOrderFrame): boolean;
  restart(): void;
}

type OwnerHost = Pick<PageState, 'base'> & GamesState & { readonly bridgeLine: OrderLine };

/** The answer of a home about the sign-in; a static host answers with something else. */
interface Answer {
  /** Whether the home shows itself to its owner only. */
  readonly private?: unknown;
  readonly signIn?: unknown;
  readonly signedIn?: unknown;
  readonly message?: unknown;
}

async function ask(
  base: string,
  init: RequestInit,
  fetch: typeof globalThis.fetch,
): Promise<[number, Answer]> {
  const response = await fetch(new URL('api/owner', base), {
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
    ...init,
  });
  const body: unknown = await response.json().catch(() => undefined);
  return [response.status, typeof body === 'object' && body !== null ? body : {}];
}

const statusOf = ({ signIn, signedIn }: Answer): OwnerStatus =>
  signIn !== true ? 'none' : signedIn === true ? 'owner' : 'visitor';

/** Whether the status is a temporary failure, for example while the server restarts or limits requests. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** Finds out whether the owner is signed in here. A host without this address has no sign-in. */
export async function checkOwner({ base, games }: OwnerHost, fetch = globalThis.fetch): Promise<void> {
  try {
    const [status, answer] = await ask(base, {}, fetch);
    if (isTemporary(status)) games.owner.set('unknown');
    else games.owner.set(status === 200 ? statusOf(answer) : 'none');
  } catch {
    // Without a network the owner cannot decide anyway. The next card checks again.
    games.owner.set('unknown');
  }
}

/** Finds out whether the owner has signed in elsewhere in this browser. */
export async function noticeSignIn(state: OwnerHost, fetch = globalThis.fetch): Promise<void> {
  const before = state.games.owner.get();
  await checkOwner(state, fetch);
  if (before === 'owner' || state.games.owner.get() !== 'owner') return;
  state.games.problem.set('');
  // The home recognises the owner by the cookie of the WebSocket's handshake.
  state.bridgeLine.restart();
}

/** Signs the owner in with a one-time code; resolves with whether it succeeded. The cause of a failure is in `games.problem`. */
export async function signIn(state: OwnerHost, code: string, fetch = globalThis.fetch): Promise<boolean> {
  const { owner, problem } = state.games;
  try {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ code: code.trim() });
    const [status, answer] = await ask(state.base, { method: 'POST', headers, body }, fetch);
    if (status === 200) {
      owner.set('owner');
      problem.set('');
      // The home recognises the owner by the cookie of the WebSocket's handshake.
      state.bridgeLine.restart();
      return true;
    }
    problem.set(
      typeof answer.message === 'string'
        ? answer.message.slice(0, 300)
        : `The home answered ${status}. Try again.`,
    );
  } catch (error) {
    problem.set(`The home does not answer (${errorMessage(error)}). Try again.`);
  }
  return false;
}

interface Browser {
  readonly caches: Pick<CacheStorage, 'keys' | 'open' | 'delete'> | undefined;
  readonly storage: Pick<Storage, 'removeItem'> | undefined;
  /** Loads the page again. */
  readonly reload: () => void;
}

const ownBrowser = (): Browser => ({
  caches: tryStorage(() => globalThis.caches, undefined),
  storage: tryStorage(() => localStorage, undefined),
  reload: () => globalThis.location.reload(),
});

/**
 * Signs the owner out. Until the home has confirmed this, the page says that the owner is still signed in,
 * because the owner of a shared computer must be able to rely on it.
 */
export async function signOut(
  { base, games }: OwnerHost,
  fetch = globalThis.fetch,
  { caches, storage, reload }: Browser = ownBrowser(),
): Promise<void> {
  const { owner, problem } = games;
  try {
    const [status, answer] = await ask(base, { method: 'DELETE' }, fetch);
    if (status === 200) {
      owner.set('visitor');
      problem.set('');
      // What was stored is the owner's: without a network it would still be shown.
      if (caches) await forgetHome(base, caches).catch(() => undefined);
      if (answer.private !== true) return;
      tryStorage(() => storage?.removeItem(sessionKey(base)), undefined);
      reload();
    } else problem.set(`You are still signed in: the home answered ${status}. Try again.`);
  } catch (error) {
    problem.set(`You are still signed in: the home does not answer (${errorMessage(error)}).`);
  }
}

/** Sends a decision of the owner to the player. The result is in the next record of the play. */
export function orderPlay({ bridgeLine, games }: OwnerHost, order: PlayOrder): void {
  const sent = bridgeLine.send({ type: 'play-order', ...order });
  games.problem.set(sent ? '' : 'There is no connection to the home now. Try again when it is back.');
}

/**
 * Handles an order that the home refused. If the owner has signed in since this page connected, for example
 * in another tab, the page reconnects.
 */
export async function orderRefused(
  state: OwnerHost,
  code: unknown,
  message: string,
  fetch = globalThis.fetch,
): Promise<void> {
  const { owner, problem } = state.games;
  problem.set(message);
  if (code !== 'unauthorized') return;
  await checkOwner(state, fetch);
  if (owner.get() !== 'owner') return;
  state.bridgeLine.restart();
  problem.set('This page connected before you signed in. It has now reconnected: please try again.');
}
