import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { fieldOfView } from '../../../world/core/render/renderer.ts';
import { EYE_METRES } from '../../../world/player/character-controller.ts';
import { portalStand } from '../../../world/camera/fly-to-portal.ts';

for (const [width, height] of [
  [1680, 720],
  [1280, 720],
  [1024, 768],
  [390, 844],
  [844, 390],
] as const)
  it(`a portal and its name are whole between header and hint, in a window of ${width} by ${height}`, () => {
    const aspect = width / height;
    const camera = new PerspectiveCamera(fieldOfView(aspect), aspect, 0.1, 600);
    const { metres, pitch } = portalStand(camera.fov, aspect, height);
    camera.position.set(0, EYE_METRES, metres);
    camera.rotation.x = pitch;
    camera.updateMatrixWorld();
    const row = (y: number): number => ((1 - new Vector3(0, y, 0).project(camera).y) / 2) * height;
    assert.ok(row(7.5) >= 58, `the name begins at ${row(7.5)}`);
    assert.ok(row(0.05) <= height - 68, `the arch ends at ${row(0.05)}`);
    for (const side of [-2.7, 2.7]) assert.ok(Math.abs(new Vector3(side, 5, 0).project(camera).x) < 1);
    assert.ok(metres < 11);
  });
