import type { State } from '../state.ts'; // expect: rooms
import { formatReading } from '../readings/format.ts'; // expect: rooms
import { signal } from './signal.ts';

export type { State };
export const used = [formatReading, signal];
