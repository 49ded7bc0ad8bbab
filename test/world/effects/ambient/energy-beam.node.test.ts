import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RelayStatus } from '../../../../data/readings/records.ts';
import { beamLabel } from '../../../../world/effects/ambient/energy-beam.ts';

describe('the hint of the energy beam', () => {
  const relay = (state: RelayStatus['state'], cause?: string): RelayStatus => ({
    url: 'wss://a.example',
    state,
    cause,
    accepted: 0,
    rejected: 0,
    dropped: 0,
  });

  it('names the last zap and the number of connected relays', () => {
    const relays = [relay('open'), relay('waiting', 'It hung up.')];
    assert.equal(
      beamLabel(relays, undefined, 0),
      'Energy beam: no zap since you arrived — 1 of 2 relays connected',
    );
    assert.equal(
      beamLabel(relays, { sats: 21_000, at: 0 }, 120_000),
      'Energy beam: zap of 21,000 sats 2 min ago — 1 of 2 relays connected',
    );
    assert.equal(
      beamLabel([relay('open')], { sats: 0, at: 0 }, 0),
      'Energy beam: zap just now — 1 of 1 relay connected',
    );
  });

  it('says why there is no beam', () => {
    assert.equal(beamLabel([], undefined, 0), 'Energy beam: off — no relay is configured');
    assert.equal(
      beamLabel([relay('waiting', 'It hung up.')], undefined, 0),
      'Energy beam: off — 0 of 1 relay connected: It hung up.',
    );
  });
});
