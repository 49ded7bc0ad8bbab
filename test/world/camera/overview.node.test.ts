import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { fieldOfView } from '../../../world/core/render/renderer.ts';
import { PORTAL_RADIUS, rimAt } from '../../../world/terrain/island/height.ts';
import { overviewPose } from '../../../world/camera/overview.ts';

const windows = [
  ['a wide screen', 1920, 1080],
  ['an old screen', 1024, 768],
  ['a square', 800, 800],
  ['a phone', 360, 640],
  ['a long phone', 360, 800],
  ['a phone held sideways', 800, 360],
] as const;

for (const [name, width, height] of windows)
  for (const chosen of [45, 60, 90])
    test(`the overview shows the whole island on ${name} with a field of view of ${chosen} degrees`, () => {
      const aspect = width / height;
      const camera = new PerspectiveCamera(fieldOfView(aspect, chosen), aspect, 0.1, 600);
      const { x, y, z, yaw, pitch } = overviewPose(camera.fov, aspect, height);
      camera.position.set(x, y, z);
      camera.rotation.set(pitch, yaw, 0, 'YXZ');
      camera.updateMatrixWorld();
      let widest = 0;
      let highest = 0;
      let top = -1;
      for (let i = 0; i < 90; i++) {
        const angle = (i / 90) * Math.PI * 2;
        for (const [radius, rise] of [
          [rimAt(angle), 0],
          [PORTAL_RADIUS, 7.5],
        ] as const) {
          const at = new Vector3(Math.cos(angle) * radius, rise, Math.sin(angle) * radius).project(camera);
          assert.ok(Math.abs(at.x) < 1 && Math.abs(at.y) < 1 && at.z < 1, `${angle}: ${at.x}, ${at.y}`);
          widest = Math.max(widest, Math.abs(at.x));
          highest = Math.max(highest, Math.abs(at.y));
          top = Math.max(top, at.y);
        }
      }
      assert.ok(((1 - top) / 2) * height >= 52, 'the names stand below the header');
      // A low picture is filled from top to bottom; much of its width stays free all the same.
      if (height < 480 && width > height) assert.ok(widest > 0.51, `it comes near: ${widest}`);
      else assert.ok(widest > 0.8 || highest > 0.75, `it fills the picture: ${widest}, ${highest}`);
    });
