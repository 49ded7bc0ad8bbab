/** A text kept in the browser's storage; where storage is refused (private windows, blocked cookies), for as long as the page lives. */
export interface KeptText {
  get(): string;
  set(text: string): void;
}

export function keptText(kind: 'session' | 'local', key: string): KeptText {
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
