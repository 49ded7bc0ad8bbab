import { expect } from '@open-wc/testing';
import { Box3, type Object3D, Vector3 } from 'three';
import { type QualityLevel, qualityLevels } from '../../data/world-state.ts';
import type { WorldScene } from '../../world/core/scene/scene.ts';
import { type Home, open } from './capture/photo-home.ts';

/** What a part of the picture looks like, on the mean: 0 to 255, and 0 to 1. */
interface Look {
  readonly luma: number;
  readonly saturation: number;
}

/**
 * The share by which a level may differ from the mean of all. The strokes of a panel's words are thicker
 * in the coarser texture of the lower levels.
 */
const TOLERANCE = { resident: 0.1, disc: 0.1, panel: 0.15 } as const;

/** What the camera looks at, from how far before it, and the box that is measured. Metres. */
const SUBJECTS = {
  resident: { at: [0, 1.6, 0], eye: [0, 1.6, 4.5], size: [1.6, 2.4, 1.6] },
  disc: { at: [-60, 2.55, 0], eye: [-60, 2.55, 6], size: [3.2, 3.2, 0] },
} as const;

/** The mean look of the pixels that a box in the world covers. */
function lookOf(home: Home, box: Box3): Look {
  const pixels = home.screenPixels();
  const { width, height } = home.canvas;
  const on = new Box3();
  for (const x of [box.min.x, box.max.x])
    for (const y of [box.min.y, box.max.y])
      on.expandByPoint(new Vector3(x, y, (box.min.z + box.max.z) / 2).project(home.scene.camera));
  const column = (x: number): number => Math.round(Math.min(1, Math.max(0, (x + 1) / 2)) * width);
  const row = (y: number): number => Math.round(Math.min(1, Math.max(0, (1 - y) / 2)) * height);
  let [red, green, blue, most, least, count] = [0, 0, 0, 0, 0, 0];
  for (let y = row(on.max.y); y < row(on.min.y); y++)
    for (let x = column(on.min.x); x < column(on.max.x); x++) {
      const [r = 0, g = 0, b = 0] = pixels.subarray((y * width + x) * 4);
      red += r;
      green += g;
      blue += b;
      most += Math.max(r, g, b);
      least += Math.min(r, g, b);
      count++;
    }
  return { luma: (red * 0.2126 + green * 0.7152 + blue * 0.0722) / count, saturation: 1 - least / most };
}

/** Puts the camera there, without the visitor. */
function lookAt({ camera }: WorldScene, eye: readonly number[], at: readonly number[]): void {
  camera.position.set(eye[0] ?? 0, eye[1] ?? 0, eye[2] ?? 0);
  camera.lookAt(at[0] ?? 0, at[1] ?? 0, at[2] ?? 0);
  camera.updateMatrixWorld();
}

/** The resident, a panel and a portal's disc at one level. */
async function looksAt(level: QualityLevel): Promise<Record<string, Look>> {
  const home = await open(level, false, {
    position: { x: SUBJECTS.disc.at[0], y: 0, z: 0 },
    rotation: { y: 0 },
    color: '#ff8833',
  });
  const { scene, ticker, state } = home;
  state.world.reducedMotion.set(true);
  for (const name of ['walk', 'camera-rig', 'overview', 'autofocus']) ticker.remove(name);
  for (let i = 0; i < 60; i++) ticker.tick(0.05);
  await home.until(() => !state.world.settling.get());
  // Large enough for the words of a panel: in coarse pixels, words and ground are one before the tone curve.
  const box = home.canvas.parentElement as HTMLElement;
  box.style.width = '640px';
  box.style.height = '360px';
  await home.until(() => home.canvas.width >= 320);
  const looks: Record<string, Look> = {};
  for (const [name, { at, eye, size }] of Object.entries(SUBJECTS)) {
    lookAt(scene, eye, at);
    const box = new Box3().setFromCenterAndSize(new Vector3(...at), new Vector3(...size));
    looks[name] = lookOf(home, box);
  }
  const panel = scene.getObjectByName('portal-board') as Object3D;
  const place = panel.getWorldPosition(new Vector3());
  const eye = panel.localToWorld(new Vector3(0, 0, 1));
  lookAt(scene, eye.toArray(), place.toArray());
  looks['panel'] = lookOf(home, new Box3().setFromCenterAndSize(place, new Vector3(0.7, 0.5, 0)));
  home.stop();
  return looks;
}

describe('the levels of quality', () => {
  it('show the resident, a panel and a portal in the same light', async () => {
    const looks: Record<string, Look>[] = [];
    for (const level of qualityLevels) looks.push(await looksAt(level));
    for (const name of ['resident', 'disc', 'panel'] as const)
      for (const key of ['luma', 'saturation'] as const) {
        const values = looks.map((look) => look[name]?.[key] ?? NaN);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        expect(mean, `${name}: ${key}`).to.be.greaterThan(0.05);
        values.forEach((value, i) =>
          expect(value, `${name}: ${key} at ${qualityLevels[i]}`).to.be.closeTo(mean, mean * TOLERANCE[name]),
        );
      }
  });
});
