import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatEntry } from '../../../../data/chat/chat-entries.ts';
import { startPose } from '../../../../world/core/scene/start.ts';
import {
  easePose,
  residentPoses,
  residentStateOf,
} from '../../../../world/narrative/resident/resident-state.ts';

const entry = (role: ChatEntry['role'], status: ChatEntry['status'], text = 'x'): ChatEntry => ({
  id: '1',
  role,
  speaker: role,
  text,
  ts: 0,
  status,
});

describe('the state of the resident', () => {
  it('is offline whenever the connection is not open', () => {
    for (const state of ['off', 'connecting', 'waiting'] as const)
      assert.equal(residentStateOf(state, [entry('resident', 'streaming')], true, true), 'offline');
  });

  it('listens while the visitor writes or sends', () => {
    assert.equal(residentStateOf('open', [], true, false), 'listening');
    assert.equal(residentStateOf('open', [entry('visitor', 'sending')], false, false), 'listening');
  });

  it('thinks until the first word of the answer', () => {
    assert.equal(residentStateOf('open', [entry('visitor', 'complete')], true, false), 'thinking');
    assert.equal(
      residentStateOf(
        'open',
        [entry('visitor', 'complete'), entry('resident', 'streaming', '')],
        true,
        false,
      ),
      'thinking',
    );
  });

  it('speaks while text arrives and while its bubble is visible', () => {
    const answered = [entry('visitor', 'complete'), entry('resident', 'complete')];
    assert.equal(residentStateOf('open', [entry('resident', 'streaming')], false, false), 'speaking');
    assert.equal(residentStateOf('open', answered, false, true), 'speaking');
    assert.equal(residentStateOf('open', answered, false, false), 'idle');
  });

  it('is what its agent reports, unless a visitor talks to it', () => {
    for (const occupied of ['thinking', 'working', 'waiting', 'failed'] as const) {
      assert.equal(residentStateOf('open', [], false, false, occupied), occupied);
      assert.equal(residentStateOf('open', [], true, false, occupied), 'listening');
      assert.equal(residentStateOf('open', [], false, true, occupied), 'speaking');
      assert.equal(residentStateOf('waiting', [], false, false, occupied), 'offline');
    }
  });

  it('stops thinking about a message that failed', () => {
    assert.equal(residentStateOf('open', [entry('visitor', 'failed')], false, false), 'idle');
  });

  it('differs in colour and in light', () => {
    const all = Object.values(residentPoses);
    for (const key of ['color', 'brightness', 'core', 'eyes', 'opening'] as const)
      assert.equal(new Set(all.map((bearing) => bearing[key])).size, all.length, key);
    assert.ok(
      all.every(({ pulseHertz }) => pulseHertz < 3),
      'nothing flashes',
    );
  });

  it('differs in ring position and posture, so that a still picture without colour shows it', () => {
    const all = Object.entries(residentPoses);
    for (const [i, [name, a]] of all.entries())
      for (const [other, b] of all.slice(i + 1)) {
        const rings =
          Math.abs(a.ringHeight - b.ringHeight) > 0.4 ||
          Math.abs(a.ringTilt - b.ringTilt) > 0.6 ||
          Math.abs(a.ringScale - b.ringScale) > 0.35;
        const holds =
          Math.abs(a.ribbonsOut - b.ribbonsOut) +
            Math.abs(a.ribbonsArc - b.ribbonsArc) +
            Math.abs(a.ribbonsDown - b.ribbonsDown) +
            Math.abs(a.ribbonsAhead - b.ribbonsAhead) +
            Math.abs(a.handsOut - b.handsOut) +
            Math.abs(a.handsUp - b.handsUp) +
            Math.abs(a.handsAhead - b.handsAhead) +
            Math.abs(a.nod - b.nod) +
            Math.abs(a.tilt - b.tilt) >
          0.4;
        assert.ok(rings, `rings of ${name} and ${other}`);
        assert.ok(holds, `posture of ${name} and ${other}`);
      }
  });

  it('folds its hands at rest, holds them out while it waits, and lets them hang after a failure', () => {
    const { idle, speaking, waiting, failed } = residentPoses;
    assert.ok(idle.handsOut < 0.15 && idle.handsUp > 1.1, 'before the chest');
    assert.ok(speaking.handsOut > 0.3, 'open');
    assert.ok(waiting.handsAhead > idle.handsAhead + 0.1, 'towards the visitor');
    assert.ok(failed.handsUp < 1 && failed.handsAhead < 0.2);
  });

  it('stays between the two panels beside it, as a phone shows them at the start', () => {
    // Their inner edges are 2.3 m from the middle and 8.3 m behind the resident.
    const { z } = startPose(78, 390 / 844, 844);
    const between = (2.3 * z) / (z + 8.3);
    for (const [name, { ringScale, ringSpread, ribbonsOut }] of Object.entries(residentPoses)) {
      // The largest of the three rings has a radius of 0.52 m; one ribbon goes out 14 % farther.
      assert.ok(0.52 * (ringScale + 2 * ringSpread) < between + 0.05, `rings of ${name}`);
      assert.ok(1.14 * ribbonsOut < between + 0.05, `ribbons of ${name}`);
    }
  });

  it('moves every value of a pose on the way to another', () => {
    const pose = { ...residentPoses.offline };
    easePose(pose, residentPoses.speaking, 0.5);
    for (const key of Object.keys(pose) as (keyof typeof pose)[]) {
      if (key === 'color') continue;
      const middle = (residentPoses.offline[key] + residentPoses.speaking[key]) / 2;
      assert.ok(Math.abs(pose[key] - middle) < 1e-9, key);
    }
  });

  it('has no light in chest or face while offline', () => {
    const { core, eyes, body } = residentPoses.offline;
    assert.equal(core, 0);
    assert.equal(eyes, 0);
    assert.ok(body < 0.5, 'it is transparent');
  });
});
