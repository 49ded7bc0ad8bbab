import type { State } from '../../state.ts'; // expect: rooms
import { createSettings } from '../../config/settings/store.ts'; // expect: rooms
import { reading } from '../reading.ts';
import { watch } from '../../core/watch.ts';

export type { State };
export const used = [createSettings, reading, watch];
