export const title = (): string => document.title; // expect: no-restricted-globals
export const same = (): string => globalThis.document.title; // expect: no-restricted-globals
export const element = (): unknown => customElements.get('hw-home'); // expect: no-restricted-globals
export const later = (run: () => void): number => requestAnimationFrame(run); // expect: no-restricted-globals

export const ask = (url: string): Promise<Response> => fetch(url);
export const open = (url: string): WebSocket => new WebSocket(url);
export const kept = (): string | null => localStorage.getItem('session');
export const tell = (): boolean => window.dispatchEvent(new CustomEvent('chat-message'));
export const named = (document: { title: string }): string => document.title;
