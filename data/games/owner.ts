import type { PageState } from '../core/page-state.ts';
import { type Browser, signOut } from '../offline/sign-out.ts';
import { readAccount, signInWithCode } from '../owner/account.ts';
import type { GamesState } from './games-state.ts';
import type { PlayOrderFrame } from './play-frames.ts';
import type { PlayOrder } from './play-record.ts';

/** The part of the bridge's connection that orders need. */
interface OrderLine {
  send(frame: PlayOrderFrame): boolean;
  restart(): void;
}

type OwnerHost = Pick<PageState, 'base'> & GamesState & { readonly bridgeLine: OrderLine };

/** Sets `games.owner`: whether the owner is signed in here; `none` on a host without a sign-in. */
export async function checkOwner({ base, games }: OwnerHost, fetch = globalThis.fetch): Promise<void> {
  const { state } = await readAccount({ fetch, base });
  // Without an answer the status is not known. The owner cannot decide then anyway, and the next card checks
  // again.
  games.owner.set(state === 'unreachable' ? 'unknown' : state);
}

/** Reconnects if the owner has signed in elsewhere in this browser, for example in another tab. */
export async function noticeSignIn(state: OwnerHost, fetch = globalThis.fetch): Promise<void> {
  const before = state.games.owner.get();
  await checkOwner(state, fetch);
  if (before === 'owner' || state.games.owner.get() !== 'owner') return;
  state.games.problem.set('');
  // Reconnects, because the home recognises the owner by the cookie of the WebSocket's handshake.
  state.bridgeLine.restart();
}

/**
 * Signs the owner in with a one-time code. Resolves with `false` if the home has refused the code, and with undefined
 * if it has not read it; the cause is in `games.problem`.
 */
export async function signIn(
  state: OwnerHost,
  code: string,
  fetch = globalThis.fetch,
): Promise<boolean | undefined> {
  const { owner, problem } = state.games;
  const result = await signInWithCode({ fetch, base: state.base }, code);
  problem.set(result.ok ? '' : result.message);
  if (!result.ok) return result.status === 401 ? false : undefined;
  owner.set('owner');
  // Reconnects, because the home recognises the owner by the cookie of the WebSocket's handshake.
  state.bridgeLine.restart();
  return true;
}

/**
 * Signs the owner out. Until the home has confirmed this, the page says that the owner is still signed in,
 * because the owner of a shared computer must be able to rely on what the page says.
 */
export async function leaveHome(
  { base, games }: OwnerHost,
  fetch = globalThis.fetch,
  browser?: Browser,
): Promise<void> {
  const result = await signOut({ fetch, base }, 'here', browser);
  if (result.ok) games.owner.set('visitor');
  games.problem.set(result.ok ? '' : `You are still signed in. ${result.message}`);
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
