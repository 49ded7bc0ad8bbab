import type { Ask } from '../../../data/asks/ask.ts';
import { type AsksView, noAsks } from '../../../data/asks/asks-view.ts';
import { createDoorState } from '../../../data/apps/door.ts';
import type { Account } from '../../../data/owner/account.ts';
import { ASKED_AT, type SentRequest, decided, scriptedHome } from '../../helpers/asks.ts';
import { slowly } from '../../helpers/slowly.ts';

type Answer = (request: SentRequest) => readonly [status: number, body?: unknown];

/**
 * A page of the owner with these asks. Its home decides as it is told, unless `answer` says otherwise. A slow one
 * answers after some frames.
 */
export function ownerDoor(asks: readonly Ask[], answer?: Answer, isSlow = false) {
  const decide: Answer = ({ path, body }) => {
    const ask = asks.find(({ id }) => path === `/api/asks/${id}/answer`);
    if (ask) return [200, { ask: decided(ask, body as Partial<NonNullable<Ask['decision']>>) }];
    return path === '/api/owner' ? [200, { signIn: true, signedIn: true }] : [404];
  };
  const { io, requests } = scriptedHome(answer ?? decide);
  const door = createDoorState({
    ...io,
    ...(isSlow && { fetch: slowly(io.fetch) }),
    EventSource: class {
      onmessage = null;
      onerror = null;
      close(): void {}
    },
    window: new EventTarget(),
    worker: undefined,
    address: { hash: () => '', replace: () => undefined },
    now: () => ASKED_AT,
    monotonicNow: () => 0,
    isHidden: () => false,
    random: () => 0,
  });
  const account: Account = { state: 'owner', isFresh: false, hasPasskeys: true, passkeyProblem: '' };
  door.account.set(account);
  const view: AsksView = { ...noAsks, line: 'open', asks };
  door.asks.set(view);
  return { door, requests, view, account };
}
