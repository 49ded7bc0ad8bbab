import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gainOf, setAudioEnabled, voiceVolume } from '../../../../data/config/settings/audio.ts';
import { createState } from '../../../../data/state.ts';

describe('the sound setting', () => {
  it('is off until the visitor turns it on', () => {
    const { audio, settings } = createState();
    assert.deepEqual([audio.enabled.get(), settings.get().sound], [false, false]);
    assert.deepEqual(audio.status.get(), { phase: 'off', ambient: 'unasked', note: '' });
  });

  it('stores the choice and changes no other setting', () => {
    const state = createState();
    const before = state.settings.get();
    setAudioEnabled(state, true);
    assert.equal(state.audio.enabled.get(), true);
    assert.deepEqual(state.settings.get(), { ...before, sound: true });
    setAudioEnabled(state, false);
    assert.equal(state.audio.enabled.get(), false);
    assert.deepEqual(state.settings.get(), before);
  });

  it('sets nothing when nothing changes', () => {
    const state = createState();
    const before = state.settings.get();
    setAudioEnabled(state, false);
    assert.equal(state.settings.get(), before);
  });
});

describe('the volumes', () => {
  it('rise evenly for the ear, from 0 to 1', () => {
    assert.deepEqual([0, 0.5, 1].map(gainOf), [0, 0.25, 1]);
  });

  it('of a voice multiply master and voice', () => {
    const volume = { master: 0.5, ambient: 0, portals: 0, effects: 0, voice: 1 };
    assert.equal(voiceVolume(volume), 0.25);
    assert.equal(voiceVolume({ ...volume, voice: 0 }), 0);
    assert.equal(voiceVolume({ ...volume, master: 1 }), 1);
  });
});
