import type { PushSupport } from '../../data/push/push-browser.ts';

/** Why no notices can arrive in this browser, and what helps. */
export const whyNoPush: Readonly<Record<Exclude<PushSupport, 'possible'>, string>> = {
  insecure:
    'Browsers offer notices over HTTPS only. Open the home at an https address, or at http://localhost on its own machine.',
  'home-screen':
    'On an iPhone or iPad, first put the home on the Home Screen: Share, then “Add to Home Screen”. Open it from there, and come back to this page.',
  unsupported: 'This browser has no notices from websites.',
  denied:
    'This browser refuses notices for this site. Allow them in its settings for this site, then load the page again.',
};

/** Says through whose servers a notice goes. */
export const THROUGH_WHOM =
  'A notice goes through the servers of the maker of this browser (Google, Mozilla, Apple or Microsoft), encrypted.';
