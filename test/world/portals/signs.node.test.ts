import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { startPose } from '../../../world/core/scene/start.ts';
import { archTop } from '../../../world/portals/arch.ts';
import { layoutPortals } from '../../../world/portals/layout.ts';
import {
  LINE_HEIGHT,
  SIGN_HEIGHT,
  SIGN_WIDTH,
  layoutName,
  sheetFor,
} from '../../../world/portals/sign-layout.ts';

/** A monospace font: six tenths of the size a character. */
const measure = (text: string): number => Array.from(text).length * 0.6;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The visible names of `count` portals in the start view, −1 to 1 each way. */
function namesSeen(count: number, aspect: number, fieldOfView: number): Box[] {
  const camera = new PerspectiveCamera(fieldOfView, aspect, 0.1, 600);
  const { z, pitch } = startPose(fieldOfView, aspect, 720);
  camera.position.set(0, 2, z);
  camera.rotation.x = pitch;
  camera.updateMatrixWorld();
  const places = layoutPortals(Array.from({ length: count }, () => ({ id: 'a', world_category: 'sim' })));
  return places.flatMap(({ x, z, rotationY }) => {
    const placed = new Matrix4().makeRotationY(rotationY).setPosition(x, 0, z);
    const foot = archTop('operator', 'playable') + LINE_HEIGHT;
    const corners = [-0.5, 0.5].flatMap((side) =>
      [foot, foot + SIGN_HEIGHT].map((y) =>
        new Vector3(side * SIGN_WIDTH, y, 0).applyMatrix4(placed).applyMatrix4(camera.matrixWorldInverse),
      ),
    );
    if (corners.some((corner) => corner.z > -0.1)) return [];
    const seen = corners.map((corner) => corner.applyMatrix4(camera.projectionMatrix));
    const box = {
      left: Math.min(...seen.map((point) => point.x)),
      right: Math.max(...seen.map((point) => point.x)),
      bottom: Math.min(...seen.map((point) => point.y)),
      top: Math.max(...seen.map((point) => point.y)),
    };
    return box.right < -1 || box.left > 1 ? [] : [box];
  });
}

describe('the names over the arches', () => {
  it('overlap neither each other nor the header at the start, in wide and tall windows', () => {
    for (const [aspect, fieldOfView, header] of [
      [16 / 9, 60, 64 / 720],
      [360 / 640, 75.75, 141 / 640],
    ] as const)
      for (let count = 1; count <= 16; count++) {
        const boxes = namesSeen(count, aspect, fieldOfView);
        assert.ok(boxes.length >= Math.min(count, 2), `${boxes.length} of ${count} in sight`);
        boxes.forEach((box, i) => {
          assert.ok(box.top < 1 - 2 * header, `under the header: ${box.top}, of ${count}`);
          for (const other of boxes.slice(i + 1))
            assert.ok(
              box.right <= other.left ||
                other.right <= box.left ||
                box.top <= other.bottom ||
                other.top <= box.bottom,
              `two of ${count} overlap`,
            );
        });
      }
  });

  it('are as large as possible, with a long name on two lines', () => {
    assert.deepEqual(layoutName('Heartbeat', measure, false), { lines: ['Heartbeat'], size: 0.98 });
    assert.deepEqual(layoutName('Web Game Portal', measure, false), {
      lines: ['Web Game', 'Portal'],
      size: 0.98,
    });
    assert.equal(layoutName('Bannerlord', measure, true).size, 0.8);
  });

  it('never leave their sign, for any name', () => {
    for (const name of [
      'x'.repeat(80),
      'a very long name of many short words that goes on',
      'Back to example.org',
    ])
      for (const mark of [false, true]) {
        const { lines, size } = layoutName(name, measure, mark);
        for (const line of lines) assert.ok((measure(line) + (mark ? 1 : 0)) * size <= SIGN_WIDTH, line);
      }
  });

  it('fit one texture of a size that every device supports, for any registry', () => {
    for (const count of [1, 6, 9, 10, 30, 60, 200]) {
      const { columns, rows, pixelsPerMetre } = sheetFor(count);
      assert.ok(columns * rows >= count);
      assert.ok(columns * SIGN_WIDTH * pixelsPerMetre <= 4096);
      assert.ok(rows * SIGN_HEIGHT * pixelsPerMetre <= 4096);
    }
  });
});
