import { tryStorage } from '../../data/core/storage.ts';

/** A text kept in the browser's storage; where storage is refused (private windows, blocked cookies), for as long as the page lives. */
export interface StoredText {
  get(): string;
  set(text: string): void;
}

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
