import { tryStorage } from '../../data/core/environment.ts';

/**
 * A text in the browser's storage. If storage is blocked (private windows, cookies), the text lasts as long
 * as the page.
 */
export interface StoredText {
  /** Empty if nothing is stored. */
  get(): string;
  /** An empty text removes the entry. */
  set(text: string): void;
}

/** `session` lasts as long as the tab, `local` until the visitor clears it. */
export function storedText(kind: 'session' | 'local', key: string): StoredText {
  const storage = (): Storage => (kind === 'session' ? sessionStorage : localStorage);
  let refused = '';
  return {
    get: () => tryStorage(() => storage().getItem(key) ?? refused, refused),
    set(text) {
      refused = tryStorage(() => {
        if (text === '') storage().removeItem(key);
        else storage().setItem(key, text);
        return '';
      }, text);
    },
  };
}
