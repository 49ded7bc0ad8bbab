import { type Store, tryStorage } from '../core/environment.ts';
import { MAX_FOLLOWED } from './push-settings.ts';

const KEY = 'home-world.incidents';

/** The ids of the portals about whose incidents this browser gets notices. */
export function followedPortals(storage: Store | undefined): readonly string[] {
  try {
    const stored: unknown = JSON.parse(tryStorage(() => storage?.getItem(KEY), undefined) ?? '[]');
    const ids = Array.isArray(stored) ? stored : [];
    return ids.filter((id): id is string => typeof id === 'string').slice(0, MAX_FOLLOWED);
  } catch {
    return [];
  }
}

export const storeFollowed = (storage: Store | undefined, portals: readonly string[]): void =>
  tryStorage(
    () => (portals.length > 0 ? storage?.setItem(KEY, JSON.stringify(portals)) : storage?.removeItem(KEY)),
    undefined,
  );
