/** A read-only link: the address of the home with `#link=` and the secret. */
const LINK = /^#link=([\w-]{1,100})$/;
/**
 * The minimum time between two reloads, in milliseconds: without it, a browser that never sends the cookie
 * for the page would reload forever.
 */
const AGAIN_AFTER_MS = 10_000;
const LOADED_KEY = 'home-world:loaded-again';

interface Page {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search' | 'reload'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  /** Where the home is served, with a trailing slash. */
  readonly base: string;
  /** Whether the home has answered that it is private. */
  readonly isClosed: boolean;
  /** Shows a sentence instead of the page's own. */
  readonly say: (sentence: string) => void;
  /** Removes what this browser has stored of the home. */
  readonly forget: () => Promise<void>;
}

/** Exchanges the secret of a link for the cookie that opens the home; undefined, or why it did not work. */
async function exchange(secret: string, { base, fetch }: Page): Promise<string | undefined> {
  const failed = 'The home does not answer. Open the link again in a moment.';
  const response = await fetch(new URL('api/link', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  }).catch(() => undefined);
  if (response?.ok) return undefined;
  const body: unknown = await response?.json().catch(() => undefined);
  const { message } = (body ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.slice(0, 300) : failed;
}

/**
 * Whether the owner is signed in although the home has refused this page. After a click on another site, a
 * browser requests the page without the cookie (`SameSite=Strict`), but sends it with the page's own
 * requests.
 */
async function isSignedIn({ base, fetch }: Page): Promise<boolean> {
  const response = await fetch(new URL('api/owner', base), { cache: 'no-store' }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  return (body as { signedIn?: unknown } | undefined)?.signedIn === true;
}

/** Loads the page again, unless that was done just now. */
function loadAgain({ location, storage, now }: Page): void {
  const last = Number(storage?.getItem(LOADED_KEY) ?? 0);
  if (Math.abs(now() - last) < AGAIN_AFTER_MS) return;
  storage?.setItem(LOADED_KEY, String(now()));
  location.reload();
}

/**
 * Opens a home that is not public: with the read-only link in the address, which is removed at once, or for
 * an owner who is signed in. If the home stays closed, removes what the browser has stored of it.
 */
export async function openPrivateHome(page: Page): Promise<void> {
  const { location, history } = page;
  const secret = LINK.exec(location.hash)?.[1];
  if (secret !== undefined) {
    // Removes the secret first, because it must not stay in the history of a browser that others use.
    history.replaceState(null, '', location.pathname + location.search);
    const problem = await exchange(secret, page);
    if (problem === undefined) return location.reload();
    if (page.isClosed) page.say(problem);
    return;
  }
  if (!page.isClosed) return;
  if (await isSignedIn(page)) return loadAgain(page);
  await page.forget().catch(() => undefined);
}
