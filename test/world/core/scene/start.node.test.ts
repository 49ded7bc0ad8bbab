import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { fieldOfView } from '../../../../world/core/render/renderer.ts';
import { startPose } from '../../../../world/core/scene/start.ts';
import { GLOBE_PLACE, GLOBE_RADIUS } from '../../../../world/panels/globe/globe.ts';

const windows = [
  [1680, 720],
  [1280, 720],
  [1024, 768],
  [390, 844],
  [360, 640],
  [844, 390],
] as const;

describe('the start of a visit', () => {
  for (const [width, height] of windows)
    for (const chosen of [45, 60, 90])
      it(`shows the resident as a quarter of a window of ${width} by ${height}, at ${chosen} degrees`, () => {
        const aspect = width / height;
        const camera = new PerspectiveCamera(fieldOfView(aspect, chosen), aspect, 0.1, 600);
        const { z, pitch } = startPose(camera.fov, aspect, height);
        camera.position.set(0, 2, z);
        camera.rotation.x = pitch;
        camera.updateMatrixWorld();
        const y = (metres: number): number => new Vector3(0, metres, 0).project(camera).y;
        assert.ok((y(2.7) - y(0.5)) / 2 > 0.245, `${(y(2.7) - y(0.5)) / 2}`);
        // The feet stand above the card at the foot of the window, the head in the upper part.
        assert.ok(((y(0.5) + 1) / 2) * height > 58);
        assert.ok(y(2.7) > -0.1);
      });

  it('looks level in a high window, and up in a low one, below whose header the Earth is whole', () => {
    assert.deepEqual(startPose(60, 16 / 9, 720), { z: 7.5, pitch: 0 });
    for (const [width, height] of [
      [1680, 720],
      [844, 390],
    ] as const) {
      const camera = new PerspectiveCamera(60, width / height, 0.1, 600);
      const { z, pitch } = startPose(60, width / height, height);
      camera.position.set(0, 2, z);
      camera.rotation.x = pitch;
      camera.updateMatrixWorld();
      const top = new Vector3(GLOBE_PLACE.x, GLOBE_PLACE.y + GLOBE_RADIUS, GLOBE_PLACE.z).project(camera);
      assert.ok(((1 - top.y) / 2) * height > 60);
      assert.ok(Math.abs(top.x) < 1);
    }
  });

  it('shows no part of the Earth on a phone held upright', () => {
    const aspect = 390 / 844;
    const fov = fieldOfView(aspect);
    const { z } = startPose(fov, aspect, 844);
    const half = Math.tan((fov * Math.PI) / 360) * aspect;
    assert.ok((GLOBE_PLACE.x - GLOBE_RADIUS) / (z - GLOBE_PLACE.z) > half);
  });
});
