import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../../../../data/config/settings/settings-schema.ts';
import { SettingsStore } from '../../../../data/config/settings/settings-store.ts';
import { defaultSettings } from '../../../../data/config/settings/settings.ts';
import { createState } from '../../../../data/state.ts';
import { MemoryStorage } from '../../../helpers/memory-storage.ts';

const garbage = [
  '',
  'null',
  '[]',
  '{',
  '7',
  '"settings"',
  '{"settings":null}',
  '{"settings":[1]}',
  '{"settings":{"quality":"ultra","resolution":9,"fieldOfView":"wide","volume":{"master":-1},"shortcuts":"no"}}',
  '{"settings":{"volume":{"master":2}}}',
  `{"settings":{"visitorName":"${'x'.repeat(100)}"}}`,
  '{"settings":{"__proto__":{"quality":"low"}},"good":7}',
  `{"settings":{"motion":"reduced"},"pad":"${'x'.repeat(10_000)}"}`,
];
for (const text of garbage)
  test(`takes the defaults for invalid text: ${text.slice(0, 40)}`, () => {
    const storage = new MemoryStorage();
    storage.setItem('home-world.settings', text);
    const state = createState();
    const store = new SettingsStore({ storage, window: new EventTarget() });
    store.init(undefined, state);
    store.dispose();
    assert.deepEqual(state.settings.get(), defaultSettings);
  });

test('keeps the valid fields beside an invalid one', () => {
  assert.deepEqual(readSettings({ quality: 'ultra', lookSpeed: 2, more: 1 }), {
    ...defaultSettings,
    lookSpeed: 2,
  });
});
