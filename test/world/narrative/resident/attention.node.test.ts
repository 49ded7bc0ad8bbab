import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Attention,
  Follower,
  attends,
  gazeDown,
  gestureShare,
  lidsClosed,
  restarted,
  shorterWay,
} from '../../../../world/narrative/resident/attention.ts';

const close = (a: number, b: number, by: number, what = ''): void =>
  assert.ok(Math.abs(a - b) <= by, `${what}: ${a} is not ${b}`);

describe('a value that follows its target', () => {
  it('has gone 95 % of the way after its time, and never goes past the target', () => {
    const follower = new Follower();
    let last = 0;
    for (let i = 0; i < 48; i++) {
      follower.follow(1, 1 / 60, 0.8);
      assert.ok(follower.value >= last && follower.value <= 1);
      last = follower.value;
    }
    assert.ok(last > 0.94, `${last}`);
  });

  it('is in the same place at every frame rate', () => {
    const at = (steps: number): number => {
      const follower = new Follower();
      for (let i = 0; i < steps; i++) follower.follow(1, 0.4 / steps, 0.8);
      return follower.value;
    };
    close(at(4), at(60), 1e-9);
  });

  it('takes the shorter way round, and is there at once with a time of 0', () => {
    const follower = new Follower();
    follower.value = 3;
    follower.turn(-3, 0.1, 0.8);
    assert.ok(follower.value > 3, 'across the back');
    follower.turn(-3, 0.1, 0);
    close(shorterWay(follower.value + 3), 0, 1e-9);
  });
});

describe('a blink', () => {
  it('closes the lids for less than half a second, now and then, and not in step', () => {
    const begins: number[] = [];
    let wasOpen = true;
    let closed = 0;
    const frames = 120 * 60;
    for (let i = 0; i < frames; i++) {
      const lids = lidsClosed(i / 60);
      assert.ok(lids >= 0 && lids <= 1);
      if (lids > 0) closed++;
      if (lids > 0 && wasOpen) begins.push(i / 60);
      wasOpen = lids === 0;
    }
    assert.ok(begins.length > 20 && closed / begins.length < 30, `${begins.length} in two minutes`);
    const between = begins.slice(1).map((at, i) => Math.round((at - (begins[i] ?? 0)) * 10));
    assert.ok(new Set(between).size > 5, between.join(' '));
  });

  it('closes them wholly', () => {
    assert.ok(Math.max(...Array.from({ length: 600 }, (_, i) => lidsClosed(i / 60))) > 0.9);
  });
});

describe('a glance', () => {
  const eyes = { x: 0, y: 0.2 };
  const attending = (metres: number): Attention => {
    const attention = new Attention();
    attention.update(5, 0, 0, metres, true, false);
    return attention;
  };
  const glance = (
    attention: Attention,
    at?: { x: number; y: number },
  ): readonly [turn: number, bow: number] => {
    for (let i = 0; i < 60; i++) attention.glance(1 / 30, at, eyes);
    return [attention.headTurn, attention.bow];
  };

  it('goes to the pointer with eyes and head, a little, and back without one', () => {
    const attention = attending(4);
    const [turn, bow] = glance(attention);
    const [right, up] = glance(attention, { x: 0.9, y: 0.9 });
    assert.ok(right > turn + 0.1 && right < turn + 0.3, `${right}`);
    assert.ok(up < bow - 0.05, `${up}`);
    close(attention.right, 1, 0.01);
    const [left] = glance(attention, { x: -0.4, y: 0.2 });
    assert.ok(left < turn - 0.05, `${left}`);
    close(attention.up, 0, 0.01);
    close(glance(attention)[0], turn, 0.01);
  });

  it('does not follow the pointer of a visitor who is far away', () => {
    const attention = attending(20);
    glance(attention, { x: 0.9, y: 0.2 });
    assert.equal(attention.right, 0);
  });

  it('survives a place without a position in the picture', () => {
    const attention = attending(4);
    attention.glance(1, { x: 0.5, y: 0 }, { x: NaN, y: Infinity });
    glance(attention, { x: 0.9, y: 0.2 });
    close(attention.right, 1, 0.01);
  });
});

describe('the visitor the resident attends to', () => {
  it('is within 12 m, and not yet a metre farther', () => {
    assert.equal(attends(12.5, false), false);
    assert.equal(attends(12, false), true);
    assert.equal(attends(12.5, true), true);
    assert.equal(attends(13.1, true), false);
  });

  it('bows its head to lower eyes, within the limits of a neck', () => {
    close(gazeDown(2, 0.75), Math.atan2(0.75, 2), 1e-9);
    assert.ok(gazeDown(0.1, 5) < 0.5 && gazeDown(0.1, -5) > -0.6);
  });
});

describe('a gesture', () => {
  it('begins and ends at rest, and is slow enough not to jump', () => {
    for (const gesture of ['nod', 'look-up', 'shake-head'] as const) {
      assert.equal(gestureShare(gesture, -1), 0);
      assert.equal(gestureShare(gesture, 0), 0);
      assert.equal(gestureShare(gesture, 10), 0);
      let highest = 0;
      for (let age = 0; age < 4; age += 1 / 60) {
        const share = gestureShare(gesture, age);
        close(share, gestureShare(gesture, age + 1 / 60), 0.1, gesture);
        highest = Math.max(highest, share);
      }
      assert.ok(highest > 0.99, gesture);
    }
  });

  it('that is made again continues from where the head is', () => {
    for (let age = 0; age < 2.7; age += 0.1)
      close(gestureShare('look-up', restarted('look-up', age)), gestureShare('look-up', age), 1e-9, `${age}`);
    assert.equal(restarted('look-up', 5), 0);
    assert.equal(restarted('nod', 0.3), 0);
  });
});

describe('the attention of the resident', () => {
  const run = (attention: Attention, seconds: number, x: number, z: number, reducedMotion = false): void => {
    for (let left = seconds; left > 1e-9; left -= 1 / 30)
      attention.update(1 / 30, x, -0.8, z, true, reducedMotion);
  };

  it('turns head and shoulders to a visitor in 0.8 s, and the hips later', () => {
    const attention = new Attention();
    run(attention, 0.8, 5, 0);
    close(attention.shoulders, Math.PI / 2, 0.1, 'shoulders');
    close(attention.shoulders + attention.headTurn, Math.PI / 2, 0.06, 'head');
    assert.ok(attention.hips < 1, 'the hips follow');
    run(attention, 4, 5, 0);
    close(attention.hips, Math.PI / 2, 0.02, 'hips');
  });

  it('looks ahead while no visitor is near', () => {
    const attention = new Attention();
    run(attention, 3, 14, 0);
    close(attention.shoulders, 0, 1e-9);
    run(attention, 3, 8, 0);
    close(attention.shoulders, Math.PI / 2, 0.01);
    run(attention, 6, 20, 0);
    close(attention.shoulders, 0, 0.01);
  });

  it('does not twist further than a body can, however fast the visitor goes round it', () => {
    const attention = new Attention();
    for (let i = 0; i < 200; i++) {
      attention.update(1 / 30, Math.sin(i * 0.4) * 4, 0, Math.cos(i * 0.4) * 4, true, false);
      assert.ok(Math.abs(attention.twist) <= 1.2 + 1e-9 && Math.abs(attention.headTurn) <= 1 + 1e-9);
    }
  });

  it('looks up for news, and back to the visitor', () => {
    const attention = new Attention();
    run(attention, 2, 0, 3);
    const before = attention.bow;
    assert.ok(before > 0.2, 'to the eyes of the visitor');
    attention.make('look-up');
    run(attention, 1, 0, 3);
    assert.ok(attention.bow < -0.5, `${attention.bow}`);
    run(attention, 3, 0, 3);
    close(attention.bow, before, 0.01);
  });

  it('shakes its head to both sides, keeps its eyes at their height, and ends where it was', () => {
    const attention = new Attention();
    run(attention, 3, 0, 3);
    const { bow, headTurn } = attention;
    attention.make('shake-head');
    let [left, right] = [0, 0];
    for (let i = 0; i < 90; i++) {
      const before = attention.headTurn;
      run(attention, 1 / 30, 0, 3);
      close(attention.headTurn, before, 0.15, 'no jump');
      close(attention.bow, bow, 0.01);
      [left, right] = [Math.min(left, attention.headTurn), Math.max(right, attention.headTurn)];
    }
    assert.ok(left < -0.25 && right > 0.25, `${left} ${right}`);
    close(attention.headTurn, headTurn, 0.01);
  });

  it('turns to what it shows, however far that is', () => {
    const attention = new Attention();
    for (let i = 0; i < 180; i++)
      attention.update(1 / 30, -20, 0, 0, true, false, { head: -1.5, shoulders: -0.9 });
    close(attention.shoulders, -0.9, 0.01);
    close(attention.shoulders + attention.headTurn, -1.5, 0.01);
    run(attention, 6, 0, 3);
    close(attention.shoulders, 0, 0.01);
  });

  it('with reduced motion faces the visitor at once and makes no gesture', () => {
    const attention = new Attention();
    run(attention, 1 / 30, 5, 0, true);
    close(attention.hips, Math.PI / 2, 1e-9);
    close(attention.twist, 0, 1e-9);
    const { bow } = attention;
    attention.make('look-up');
    run(attention, 1, 5, 0, true);
    close(attention.bow, bow, 1e-9);
    assert.ok(attention.gesture > 0.9, 'its light tells instead');
  });

  it('does not turn while there is no connection', () => {
    const attention = new Attention();
    for (let i = 0; i < 60; i++) attention.update(1 / 30, 5, 0, 0, false, false);
    close(attention.shoulders, 0, 1e-9);
  });
});
