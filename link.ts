/** Opens a home that is not public (docs/configuration.md, “Who sees the home”). */
import { tryStorage } from './data/core/environment.ts';
import { forgetHome } from './data/offline/forget.ts';
import { openPrivateHome } from './data/view/private-home.ts';

// This script is served beside the pages.
const base = import.meta.url.replace(/[^/]*$/, '');
const text = document.querySelector<HTMLElement>('[data-private] [role="status"]');

const open = (): void =>
  void openPrivateHome({
    location,
    history,
    storage: tryStorage(() => sessionStorage, undefined),
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    base,
    isClosed: text !== null,
    say: (sentence) => {
      if (text) text.textContent = sentence;
    },
    forget: async () => ('caches' in globalThis ? forgetHome(base, caches) : undefined),
  });

open();
// A link that is pasted into the address of an open page changes its fragment only.
addEventListener('hashchange', open);
