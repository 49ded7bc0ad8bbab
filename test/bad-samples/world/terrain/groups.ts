import type { Portal } from '../portals/portal.ts'; // expect: rooms
import { noise } from '../utils/noise.ts';

export const used = [noise];
export type { Portal };
