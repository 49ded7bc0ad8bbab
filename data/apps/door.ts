import { type Signal, computed, signal } from '@lit-labs/signals';
import { type AsksIo, createAsks } from '../asks/follow-asks.ts';
import { asksAnswer } from '../asks/ask.ts';
import { type AsksView, askIn, noAsks, withAnswer } from '../asks/asks-view.ts';
import { retryDelayMs } from '../core/back-off.ts';
import type { Environment } from '../core/environment.ts';
import { dataModule } from '../core/module.ts';
import type { Loop } from '../core/interval-loop.ts';
import { createLooking } from '../push/looking.ts';
import { signOut } from '../offline/sign-out.ts';
import { type Outcome, ownerRequest } from '../owner/owner-request.ts';
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
  /** The id of the ask to which a notice has led, until the page has shown it; empty without one. */
  readonly wanted: Signal.State<string>;
  /** The session to which the owner has come to write, until the page has shown it; empty without one. */
  readonly letterTo: Signal.State<string>;
  /** The session of which the owner has come to see the changes, until the page has opened them; empty without one. */
  readonly changesOf: Signal.State<string>;
  /** Whether the address named the usage. */
  readonly wantsUsage: Signal.State<boolean>;
  /** Reads the asks now. Resolves with whether the home has answered. */
  readAsks(): Promise<boolean>;
  /** Asks the home again whether the owner is signed in. */
  refresh(): Promise<void>;
  signOut(where: 'here' | 'everywhere'): Promise<Outcome<unknown>>;
  /** The home has said that the owner is not signed in. */
  signedOut(): void;
}

interface DoorEnvironment extends AsksIo, Pick<Environment, 'address' | 'isHidden' | 'window'> {
  /** Dispatches the messages of the service worker; undefined if this browser has no service workers. */
  readonly worker: EventTarget | undefined;
}

/** The session in the fragment of an address, to which the links “Write to it” and “What it has changed” lead. */
const SESSION = /^#(letter|changes)=([\da-f]{16})$/;

/** The fragment of the address that the service worker asks the page to show (data/push/show-notices.ts). */
function fragmentIn({ data }: MessageEvent<unknown>): string {
  const { open } = (typeof data === 'object' && data !== null ? data : {}) as { open?: unknown };
  return (typeof open === 'string' ? URL.parse(open)?.hash : undefined) ?? '';
}

/**
 * Creates the state of the page. The one-time code is removed from the address at once, because addresses are
 * stored, shown and shared.
 */
export function createDoorState(environment: DoorEnvironment): DoorState {
  const { address, window, worker } = environment;
  const account = signal(unknownAccount);
  const asks = signal<AsksView>(noAsks);
  const [code, wanted, letterTo, changesOf] = [signal(''), signal(''), signal(''), signal('')];
  const wantsUsage = signal(false);
  const take = (fragment: string): void => {
    const [foundCode, foundAsk] = [codeIn(fragment), askIn(fragment)];
    const [, what, foundSession = ''] = SESSION.exec(fragment) ?? [];
    const isUsage = fragment === '#usage';
    if (foundCode === '' && foundAsk === '' && foundSession === '' && !isUsage) return;
    // Removes the fragment, so that the same notice can change it again and fire `hashchange`.
    address.replace('');
    if (foundCode !== '') code.set(foundCode);
    else if (foundAsk !== '') wanted.set(foundAsk);
    else if (isUsage) wantsUsage.set(true);
    else (what === 'letter' ? letterTo : changesOf).set(foundSession);
  };
  const takeFromAddress = (): void => take(address.hash());
  takeFromAddress();
  window.addEventListener('hashchange', takeFromAddress);
  worker?.addEventListener('message', (event) => take(fragmentIn(event as MessageEvent)));
  const refresh = async (): Promise<void> => {
    const now = await readAccount(environment);
    // One request without an answer ends no sign-in: the page keeps what the owner has written.
    if (now.state !== 'unreachable' || account.get().state !== 'owner') account.set(now);
  };
  const signedOut = (): void => {
    if (account.get().state !== 'owner') return;
    account.set({ ...account.get(), state: 'visitor', isFresh: false });
    // Reads the account again, because the passkeys may have been removed too.
    void refresh();
  };
  return {
    io: environment,
    account,
    isOwner: computed(() => account.get().state === 'owner'),
    asks,
    now: signal(environment.now()),
    code,
    wanted,
    letterTo,
    changesOf,
    wantsUsage,
    refresh,
    async readAsks() {
      const result = await ownerRequest(environment, 'api/asks', { schema: asksAnswer });
      if (result.ok) asks.set(withAnswer(asks.get(), result.value, environment.now()));
      return result.ok;
    },
    async signOut(where) {
      const result = await signOut(environment, where);
      if (result.ok) signedOut();
      // The home may have done it, though its answer was lost.
      else await refresh();
      return result;
    },
    signedOut,
  };
}

/** Asks the home whether the owner is signed in, and asks again until the home answers. */
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

/** Starts the data modules that fill the state. */
export function startDoor(environment: DoorEnvironment, state: DoorState, loop: Loop<DoorState>): void {
  loop.add('clock', createClock(environment), state);
  loop.add('account', createAccount(environment), state);
  loop.add('asks', createAsks(environment), state);
  loop.add('looking', createLooking(environment), state);
  loop.start();
}
