import { relay } from '../relay/relay.ts'; // expect: rooms
import { view } from '../view/view.js';
import { state } from '../state.js'; // expect: rooms
export { page } from '../apps/page.ts'; // expect: rooms
export * from '../apps/widgets.ts'; // expect: rooms

export const used = [relay, view, state];
export const start = () => new Worker(new URL('../apps/x-worker.ts', import.meta.url)); // expect: rooms
export const later = () => import('../apps/page.ts'); // expect: rooms
