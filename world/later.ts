import type { NamedModule } from './modules.ts';
import * as landmarks from './views/landmarks.ts';

/**
 * Modules that the first picture does without, in a file of their own: it is fetched once the curtain has lifted, and they run after
 * those of `modules.ts`. What has shaders compiles them before it shows itself (`warm-up.ts`).
 */
export const laterModules: readonly NamedModule[] = [
  { name: 'landmarks', module: landmarks, note: 'places to stand' },
];
