import { dataModule } from '../core/module.ts';
import type { Environment } from '../core/environment.ts';
import type { OwnerIo } from '../owner/owner-request.ts';

/** How often a visible page reports. The home counts it as visible for 45 s (harness/push/looking.ts). */
const TELL_EVERY_MS = 20_000;
const NAME_BYTES = 12;

export type LookingIo = OwnerIo & Pick<Environment, 'window' | 'isHidden' | 'monotonicNow'>;

/**
 * Tells the home while the owner sees this page, so that the home sends no notices to this device. `update`
 * is called once a second while the page is visible.
 */
export const createLooking = ({ fetch, base, window, isHidden, monotonicNow }: LookingIo) =>
  dataModule(({ isOwner }: { readonly isOwner: { get(): boolean } }) => {
    const page = Array.from(crypto.getRandomValues(new Uint8Array(NAME_BYTES)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    let toldAt = -Infinity;
    const tell = (visible: boolean): void => {
      if (!isOwner.get()) return;
      toldAt = visible ? monotonicNow() : -Infinity;
      fetch(new URL('api/push/looking', base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ page, visible }),
        // The request continues after the page is closed.
        keepalive: true,
      }).catch(() => undefined);
    };
    const follow = (): void => tell(!isHidden());
    const leave = (): void => tell(false);
    const end = new AbortController();
    // The event of the document bubbles to the window.
    window.addEventListener('visibilitychange', follow, end);
    window.addEventListener('pagehide', leave, end);
    return {
      update() {
        if (!isHidden() && monotonicNow() - toldAt >= TELL_EVERY_MS) tell(true);
      },
      dispose() {
        end.abort();
        leave();
      },
    };
  });
