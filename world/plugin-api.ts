/**
 * The exports for modules outside the bundle, imported as `home-world` (docs/modules.md): panels, and the
 * home's standard phrases. The page's import map names this file and also maps `three`.
 */
export { ageText, boardModule, provenanceText, currentValue as shown } from './deferred-modules.ts';
