import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeSettings } from '../../../../data/config/settings/settings.ts';
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

test('the plain look reduces motion, whatever the motion is set to; the address can ask for it, too', async () => {
  const query = Object.assign(new EventTarget(), { matches: false });
  const state = createState();
  const module = createReducedMotion(query);
  module.init(undefined, state, theme);
  assert.equal(state.world.plain.get(), false);
  changeSettings(state, { plain: true, motion: 'full' });
  await Promise.resolve();
  assert.deepEqual([state.world.plain.get(), state.world.reducedMotion.get()], [true, true]);
  changeSettings(state, { plain: false });
  await Promise.resolve();
  assert.deepEqual([state.world.plain.get(), state.world.reducedMotion.get()], [false, false]);
  module.dispose?.();
  const other = createState();
  createReducedMotion(query, true).init(undefined, other, theme);
  assert.deepEqual([other.world.plain.get(), other.world.reducedMotion.get()], [true, true]);
});
