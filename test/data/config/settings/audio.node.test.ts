import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setAudioEnabled } from '../../../../data/config/settings/audio.ts';
import { createState } from '../../../../data/state.ts';
import { gainOf, voiceVolume } from '../../../../data/config/settings/volume.ts';

describe('the switch of the sound', () => {
  it('is off until somebody wishes otherwise', () => {
    const { audio, settings } = createState();
    assert.deepEqual([audio.enabled.get(), settings.get().sound], [false, false]);
    assert.deepEqual(audio.status.get(), { phase: 'off', ambient: 'unasked', note: '' });
  });

  it('remembers the wish, and touches no other setting', () => {
    const state = createState();
    const before = state.settings.get();
    setAudioEnabled(state, true);
    assert.equal(state.audio.enabled.get(), true);
    assert.deepEqual(state.settings.get(), { ...before, sound: true });
    setAudioEnabled(state, false);
    assert.equal(state.audio.enabled.get(), false);
    assert.deepEqual(state.settings.get(), before);
  });

  it('sets nothing where nothing changes', () => {
    const state = createState();
    const before = state.settings.get();
    setAudioEnabled(state, false);
    assert.equal(state.settings.get(), before);
  });
});

describe('the volumes', () => {
  it('go evenly for the ear, from silence to everything', () => {
    assert.deepEqual([0, 0.5, 1].map(gainOf), [0, 0.25, 1]);
  });

  it('of a voice are those of master and voice together', () => {
    const volume = { master: 0.5, ambient: 0, portals: 0, effects: 0, voice: 1 };
    assert.equal(voiceVolume(volume), 0.25);
    assert.equal(voiceVolume({ ...volume, voice: 0 }), 0);
    assert.equal(voiceVolume({ ...volume, master: 1 }), 1);
  });
});
