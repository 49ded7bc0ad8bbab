import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Governor,
  HARDWARE_TARGETS,
  SOFTWARE_TARGETS,
  firstStep,
  stepsFor,
} from '../../../world/core/governor.ts';

const software = stepsFor({ devicePixelRatio: 1, software: true });
const hardware = stepsFor({ devicePixelRatio: 2, software: false });
const card = { software: false, hidden: false };
const name = (governor: Governor): string => `${governor.step.level} ${governor.step.pixelRatio}`;

/** Simulates a machine with a frame rate per step; returns the seconds at which the step changed. */
function run(governor: Governor, seconds: number, rateOf: (step: string) => number): number[] {
  const changes: number[] = [];
  for (let time = 0; time < seconds;) {
    const interval = 1 / rateOf(name(governor));
    time += interval;
    if (governor.frame(interval)) changes.push(time);
  }
  return changes;
}

describe('the quality governor', () => {
  it('starts at the cheapest step without a GPU, and never enables bloom there', () => {
    assert.equal(firstStep(software, { software: true, hidden: false }, false), 0);
    assert.deepEqual(software[0], { level: 'lowest', pixelRatio: 0.5 });
    assert.ok(software.every(({ level }) => level === 'lowest' || level === 'low'));
  });

  it('starts at the highest level on a GPU and one below it on a touch device', () => {
    assert.equal(hardware[firstStep(hardware, card, false)]?.level, 'highest');
    assert.equal(hardware[firstStep(hardware, card, true)]?.level, 'middle');
  });

  describe('where the browser hides what draws', () => {
    const hidden = { software: false, hidden: true };
    const start = (): Governor =>
      new Governor(hardware, firstStep(hardware, hidden, false), HARDWARE_TARGETS, true);

    it('starts without bloom, also on a touch device', () => {
      assert.equal(name(start()), 'low 1');
      assert.equal(hardware[firstStep(hardware, hidden, true)]?.level, 'low');
    });

    it('climbs to the best step of a fast machine within ten seconds', () => {
      const governor = start();
      const changes = run(governor, 60, () => 60);
      assert.equal(name(governor), 'highest 2');
      assert.ok(Math.max(...changes) < 10, `changed at ${changes.join(', ')}`);
    });

    it('climbs as well where the display shows thirty frames a second', () => {
      const governor = start();
      run(governor, 60, () => 30);
      assert.equal(name(governor), 'highest 2');
    });

    it('climbs slowly again once a step was too much', () => {
      const governor = start();
      const changes = run(governor, 11, (step) => (step === 'middle 1' ? 20 : 60));
      assert.equal(name(governor), 'low 1.5');
      assert.equal(changes.length, 3, 'two up, one down');
    });

    it('is at the cheapest step of a machine without a graphics card within ten seconds', () => {
      const governor = start();
      const changes = run(governor, 20, () => 5);
      assert.equal(name(governor), 'lowest 0.5');
      assert.ok(Math.max(...changes) < 10, `changed at ${changes.join(', ')}`);
    });
  });

  it('never draws more than two pixels for each of the page', () => {
    const steps = stepsFor({ devicePixelRatio: 4, software: false });
    assert.equal(Math.max(...steps.map(({ pixelRatio }) => pixelRatio)), 2);
  });

  it('keeps a requested level at any frame rate', () => {
    const only = stepsFor({ devicePixelRatio: 1, software: true, only: 'highest' });
    const governor = new Governor(only, 0, SOFTWARE_TARGETS);
    run(governor, 20, () => 6);
    assert.equal(governor.step.level, 'highest');
  });

  it('settles within five seconds on a machine that draws 60, 50 and 30 frames at its first three steps', () => {
    const rates: Record<string, number> = {
      'lowest 0.5': 60,
      'lowest 0.75': 50,
      'lowest 1': 30,
      'low 1': 15,
    };
    const governor = new Governor(software, 0, SOFTWARE_TARGETS);
    const changes = run(governor, 60, (step) => rates[step] ?? 10);
    assert.equal(name(governor), 'lowest 0.75');
    assert.ok(Math.max(...changes) < 5, `changed at ${changes.join(', ')}`);
  });

  it('does not go back to a step that just failed, and tries it again only after a minute', () => {
    const rates: Record<string, number> = { 'lowest 0.5': 60, 'lowest 0.75': 25 };
    const governor = new Governor(software, 0, SOFTWARE_TARGETS);
    const changes = run(governor, 55, (step) => rates[step] ?? 10);
    assert.equal(changes.length, 2, 'one try up, one step down');
    assert.equal(run(governor, 30, (step) => rates[step] ?? 10).length, 2, 'the same again, later');
    assert.equal(run(governor, 90, (step) => rates[step] ?? 10).length, 0, 'and the next wait is longer');
  });

  it('moves down within a second of slow frames', () => {
    const governor = new Governor(hardware, firstStep(hardware, card, false), HARDWARE_TARGETS);
    const [first] = run(governor, 3, () => 12);
    assert.ok(first !== undefined && first < 1.1, `first change at ${first}`);
  });

  it('ends at the bottom when nothing helps', () => {
    const governor = new Governor(hardware, hardware.length - 1, HARDWARE_TARGETS);
    run(governor, 30, () => 8);
    assert.equal(name(governor), 'lowest 0.5');
  });

  it('also steps down when each frame takes longer than a second', () => {
    const governor = new Governor(hardware, firstStep(hardware, card, false), HARDWARE_TARGETS);
    const [first] = run(governor, 60, (step) => (step === 'highest 1' ? 0.8 : 60));
    assert.ok(first !== undefined && first < 20, `first change at ${first}`);
    const pausing = new Governor(hardware, hardware.length - 1, HARDWARE_TARGETS);
    for (let i = 0; i < 400; i++) assert.equal(pausing.frame(i % 20 < 2 ? 5 : 1 / 60), false);
  });

  it('ignores a long pause and a single slow frame', () => {
    const governor = new Governor(hardware, hardware.length - 1, HARDWARE_TARGETS);
    for (let i = 0; i < 400; i++) {
      assert.equal(governor.frame(1 / 60), false);
      if (i % 100 === 50) assert.equal(governor.frame(30), false);
      if (i % 100 === 75) assert.equal(governor.frame(0.2), false);
    }
  });

  it('stops stepping down when the display itself is slow', () => {
    const top = hardware.length - 1;
    const governor = new Governor(hardware, top, HARDWARE_TARGETS);
    run(governor, 30, () => 30);
    assert.equal(name(governor), 'highest 2');
  });

  it('climbs slowly to the best step of a fast machine', () => {
    const governor = new Governor(hardware, 0, HARDWARE_TARGETS);
    const changes = run(governor, 120, () => 60);
    assert.equal(name(governor), 'highest 2');
    assert.ok(changes.every((time, i) => i === 0 || time - (changes[i - 1] as number) > 1));
  });
});
