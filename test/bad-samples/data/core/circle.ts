import type { Part } from './circle-part.ts'; // expect: no-cycle

export interface Whole {
  readonly parts: readonly Part[];
}
