import type { Whole } from './circle.ts'; // expect: no-cycle

export interface Part {
  readonly whole: Whole;
}
export const load = () => import('./circle-loaded-later.ts');
