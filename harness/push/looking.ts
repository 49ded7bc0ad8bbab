/** A visible page reports again within this time. */
const LOOKING_MS = 45_000;
/** The most pages of one browser that are counted. */
const MAX_PAGES = 32;

/**
 * The devices on which the owner sees the home now. Each page reports with its own id while it is visible,
 * because a browser may have several pages and some may be hidden.
 */
export class Looking {
  readonly #now: () => number;
  /** For each sign-in and each of its pages: the time until which the page counts as visible. */
  readonly #pages = new Map<string, Map<string, number>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  set(signIn: string, page: string, isVisible: boolean): void {
    const pages = this.#pages.get(signIn) ?? new Map<string, number>();
    this.#prune();
    pages.delete(page);
    if (isVisible && pages.size < MAX_PAGES) pages.set(page, this.#now() + LOOKING_MS);
    if (pages.size > 0) this.#pages.set(signIn, pages);
    else this.#pages.delete(signIn);
  }

  has(signIn: string): boolean {
    const now = this.#now();
    // A time that is further ahead does not count: it was set before the clock was set back.
    return [...(this.#pages.get(signIn)?.values() ?? [])].some(
      (until) => until > now && until <= now + LOOKING_MS,
    );
  }

  #prune(): void {
    const now = this.#now();
    for (const [signIn, pages] of this.#pages) {
      for (const [page, until] of pages) if (until <= now) pages.delete(page);
      if (pages.size === 0) this.#pages.delete(signIn);
    }
  }
}
