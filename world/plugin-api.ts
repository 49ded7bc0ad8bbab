/**
 * What a module from outside the bundle may import as `home-world` (docs/modules.md): the boards of the arc, and the words the
 * home uses everywhere. The page's import map names it; `three` is mapped beside it.
 */
export { ageText, boardModule, provenanceText, currentValue as shown } from './modules.ts';
