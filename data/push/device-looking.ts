import { type DataModule, dataModule } from '../core/module.ts';
import { type LookingIo, createLooking } from './looking.ts';

/** The address of the push subscription of this browser; undefined without one. */
const endpointHere = async (base: string): Promise<string | undefined> => {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration(base);
  return (await registration?.pushManager?.getSubscription())?.endpoint;
};

/** The address to which the home sends the owner’s notices for this browser. It is only compared, so it has no schema. */
async function ownersEndpoint({ fetch, base }: LookingIo): Promise<unknown> {
  const response = await fetch(new URL('api/push', base), { cache: 'no-store' });
  const { device } = (await response.json()) as { readonly device?: { readonly endpoint?: unknown } };
  return device?.endpoint;
}

/**
 * `createLooking` for pages that need no sign-in: the world and the heartbeat page. Only a browser with a
 * push subscription asks the home whether it is the owner’s, at the start and whenever the page becomes
 * visible.
 */
export const createDeviceLooking = (io: LookingIo, endpointOf = endpointHere): DataModule<unknown> =>
  dataModule(() => {
    let isOwner = false;
    const looking = createLooking(io);
    looking.init(undefined, { isOwner: { get: () => isOwner } });
    const check = async (): Promise<void> => {
      const endpoint = io.isHidden() ? undefined : await endpointOf(io.base).catch(() => undefined);
      if (endpoint === undefined) return;
      isOwner = endpoint === (await ownersEndpoint(io).catch(() => undefined));
    };
    const follow = (): void => void check();
    const end = new AbortController();
    io.window.addEventListener('visibilitychange', follow, end);
    follow();
    return {
      update: (elapsed: number, delta: number) => looking.update(elapsed, delta),
      dispose() {
        end.abort();
        looking.dispose?.();
      },
    };
  });
