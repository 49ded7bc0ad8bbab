import type { Reading } from '../readings/reading.ts'; // expect: rooms
import { formatReading } from '../readings/format.ts'; // expect: rooms
import { watch } from './watch.ts';

export type { Reading };
export const used = [formatReading, watch];
