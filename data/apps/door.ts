import { type Signal, computed, signal } from '@lit-labs/signals';
import { type AsksIo, createAsks } from '../asks/follow-asks.ts';
import { type AsksView, noAsks } from '../asks/asks-view.ts';
import { retryDelayMs } from '../core/back-off.ts';
import type { Environment } from '../core/environment.ts';
import { dataModule } from '../core/module.ts';
import type { Loop } from '../core/interval-loop.ts';
import { createLooking } from '../push/looking.ts';
import { type Account, codeIn, readAccount, unknownAccount } from '../owner/account.ts';

/** Everything that the page `/door` shows. */
export interface DoorState {
  readonly io: Pick<AsksIo, 'fetch' | 'base'>;
  readonly account: Signal.State<Account>;
  readonly isOwner: Signal.Computed<boolean>;
  readonly asks: Signal.State<AsksView>;
  /** The time of the home in milliseconds since the epoch, updated once a second. */
  readonly now: Signal.State<number>;
  /** The one-time code that was in the address of the page; empty without one. */
  readonly code: Signal.State<string>;
  /** Asks the home again whether the owner is signed in. */
  refresh(): Promise<void>;
  signedOut(): void;
}

type DoorEnvironment = AsksIo & Pick<Environment, 'address' | 'isHidden' | 'window'>;

/** The state of the page. The code leaves the address at once: addresses are stored, shown and shared. */
export function createDoorState(environment: DoorEnvironment): DoorState {
  const { address, window } = environment;
  const account = signal(unknownAccount);
  const code = signal('');
  const takeCode = (): void => {
    const found = codeIn(address.hash());
    if (found === '') return;
    address.replace('');
    code.set(found);
  };
  takeCode();
  window.addEventListener('hashchange', takeCode);
  const refresh = async (): Promise<void> => {
    account.set(await readAccount(environment));
  };
  return {
    io: environment,
    account,
    isOwner: computed(() => account.get().state === 'owner'),
    asks: signal<AsksView>(noAsks),
    now: signal(environment.now()),
    code,
    refresh,
    signedOut() {
      if (account.get().state !== 'owner') return;
      account.set({ ...account.get(), state: 'visitor', isFresh: false });
      // The passkey of this browser may be gone too.
      void refresh();
    },
  };
}

/** Asks whether the owner is signed in, again while the home does not answer. */
const createAccount = ({ monotonicNow, random }: DoorEnvironment) =>
  dataModule(({ account, refresh }: DoorState) => {
    let [failures, due] = [0, 0];
    let isBusy = false;
    return {
      async update() {
        const { state } = account.get();
        if ((state !== 'unknown' && state !== 'unreachable') || isBusy || monotonicNow() < due) return;
        isBusy = true;
        await refresh();
        isBusy = false;
        failures = account.get().state === 'unreachable' ? failures + 1 : 0;
        due = monotonicNow() + (failures > 0 ? retryDelayMs(failures, true, random) : 0);
      },
      dispose() {},
    };
  });

const createClock = ({ now }: DoorEnvironment) =>
  dataModule(({ now: time, asks }: DoorState) => ({
    update: () => time.set(now() + asks.get().ahead),
    dispose() {},
  }));

/** Starts what fills the state. */
export function startDoor(environment: DoorEnvironment, state: DoorState, loop: Loop<DoorState>): void {
  loop.add('clock', createClock(environment), state);
  loop.add('account', createAccount(environment), state);
  loop.add('asks', createAsks(environment), state);
  loop.add('looking', createLooking(environment), state);
  loop.start();
}
