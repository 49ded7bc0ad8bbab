import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReducedMotion } from '../../../../data/config/settings/reduced-motion.ts';
import { createState } from '../../../../data/state.ts';
import { theme } from '../../../../theme/theme.ts';

test('reduces motion from the first frame for visitors who ask for it, until they change the setting', () => {
  const query = Object.assign(new EventTarget(), { matches: true });
  const state = createState();
  const module = createReducedMotion(query);
  module.init(undefined, state, theme);
  assert.equal(state.world.reducedMotion.get(), true);
  query.matches = false;
  query.dispatchEvent(new Event('change'));
  assert.equal(state.world.reducedMotion.get(), false);
  module.dispose?.();
  query.matches = true;
  query.dispatchEvent(new Event('change'));
  assert.equal(state.world.reducedMotion.get(), false);
});
