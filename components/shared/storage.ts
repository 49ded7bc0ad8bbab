/** A text kept in the browser's storage; where storage is refused (private windows, blocked cookies), for as long as the page lives. */
export interface StoredText {
  get(): string;
  set(text: string): void;
}

export function storedText(kind: 'session' | 'local', key: string): StoredText {
  const storage = (): Storage => (kind === 'session' ? sessionStorage : localStorage);
  let refused = '';
  return {
    get(): string {
      try {
        return storage().getItem(key) ?? refused;
      } catch {
        return refused;
      }
    },
    set(text: string): void {
      try {
        if (text === '') storage().removeItem(key);
        else storage().setItem(key, text);
        refused = '';
      } catch {
        refused = text;
      }
    },
  };
}
