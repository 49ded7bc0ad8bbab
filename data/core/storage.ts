/** The used part of `localStorage`. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * The result of `access`, or `otherwise` if it throws: the browser may block storage (private windows,
 * cookies), or it may be full.
 */
export function tryStorage<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}
