import { adapters } from '../readings/sources/adapters.ts';
import { soul } from '../readings/sources/soul.ts';
import type { Source } from '../readings/sources/source.ts';
import { vision } from '../readings/sources/vision.ts';

/** Files that only the world shows. A page requests them once its shell stands. */
export const worldSources: readonly Source[] = [adapters, vision, soul];
