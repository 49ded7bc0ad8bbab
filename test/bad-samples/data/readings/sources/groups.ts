import type { State } from '../../state.ts'; // expect: rooms
import { createSettings } from '../../config/settings/store.ts'; // expect: rooms
import { reading } from '../reading.ts';
import { signal } from '../../core/signal.ts';

export type { State };
export const used = [createSettings, reading, signal];
