/** Our own lint rules, loaded by oxlint next to its own (`jsPlugins` in .oxlintrc.json). */
import { noColourLiterals } from './no-colour-literals.ts';
import { noOtherLoop } from './no-other-loop.ts';

export default {
  meta: { name: 'home' },
  rules: { 'no-colour-literals': noColourLiterals, 'no-other-loop': noOtherLoop },
};
