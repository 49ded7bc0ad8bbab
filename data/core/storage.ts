/** The parts of `localStorage` that are used. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * The result of an access to the browser's storage, or `otherwise` where it throws: a browser may
 * refuse it altogether (private windows, blocked cookies), and it may be full.
 */
export function tryStorage<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}
