import * as v from 'valibot';
import { tryStorage } from '../core/environment.ts';
import { type Outcome, type OwnerIo, ownerRequest } from '../owner/owner-request.ts';
import { forgetHome, sessionKey } from './forget.ts';

/** The parts of the browser that signing out changes. */
export interface Browser {
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

const ADDRESSES = { here: 'api/owner', everywhere: 'api/owner/sign-ins' } as const;

/** `private`: whether the home shows itself to its owner only. */
const answer = v.object({ signedIn: v.literal(false), private: v.optional(v.boolean(), false) });

/**
 * Signs the owner out. Then removes what this browser has stored of the home, because a page without a
 * network would still show it.
 */
export async function signOut(
  io: OwnerIo,
  where: keyof typeof ADDRESSES,
  { caches, storage, reload }: Browser = ownBrowser(),
): Promise<Outcome<unknown>> {
  const result = await ownerRequest(io, ADDRESSES[where], { method: 'DELETE', schema: answer });
  if (!result.ok) return result;
  if (caches) await forgetHome(io.base, caches).catch(() => undefined);
  if (!result.value.private) return result;
  tryStorage(() => storage?.removeItem(sessionKey(io.base)), undefined);
  reload();
  return result;
}
