import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visionMarks } from '../../../../world/narrative/vision/vision-layout.ts';

const source = 'vision.json';

test('vision points stand on the ground unless they give a height', () => {
  const point = (y?: number) => ({
    id: 'a',
    title: 'A',
    text: 'x',
    position: { x: 1, z: 2, ...(y !== undefined && { y }) },
  });
  const reading = { state: 'live', source, fetchedAt: 1, value: [point(), point(0), point(3)] } as const;
  assert.deepEqual(
    visionMarks(reading, () => -0.2).map(({ y }) => y),
    [-0.2, 0, 3],
  );
});
