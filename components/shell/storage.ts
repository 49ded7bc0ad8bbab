/** A text kept in the browser's storage. Where storage is refused (private windows, blocked cookies) it is just not kept. */
export interface KeptText {
  get(): string;
  set(text: string): void;
}

export function keptText(kind: 'session' | 'local', key: string): KeptText {
  const storage = (): Storage => (kind === 'session' ? sessionStorage : localStorage);
  return {
    get(): string {
      try {
        return storage().getItem(key) ?? '';
      } catch {
        return '';
      }
    },
    set(text: string): void {
      try {
        if (text === '') storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Not kept; the page works without.
      }
    },
  };
}
