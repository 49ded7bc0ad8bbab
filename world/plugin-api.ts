/**
 * What a module from outside the bundle may import as `home-world` (docs/modules.md): panels, and the
 * phrases that the home uses everywhere. The page's import map names this file; `three` is mapped
 * beside it.
 */
export { ageText, boardModule, provenanceText, currentValue as shown } from './deferred-modules.ts';
