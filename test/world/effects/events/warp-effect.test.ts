import { expect } from '@open-wc/testing';
import { AgXToneMapping } from 'three';
import { WARP_SECONDS } from '../../../../data/view/view.ts';
import { dispatchView } from '../../../../data/view/view-state.ts';
import { theme } from '../../../../theme/theme.ts';
import * as portals from '../../../../world/portals/portals.ts';
import * as tunnel from '../../../../world/effects/events/warp-effect.ts';
import { portal, setPortals } from '../../../helpers/home-readings.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

const WIDTH = 96;
const HEIGHT = 54;

describe('the warp effect', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(WIDTH, HEIGHT);
    stage.renderer.toneMapping = AgXToneMapping;
    stage.scene.camera.position.set(0, 1.7, 14);
    stage.scene.camera.lookAt(0, 2, 0);
  });
  afterEach(() => {
    tunnel.dispose();
    portals.dispose();
    stage.dispose();
  });

  const start = (color = '#ff2200'): void => {
    setPortals(stage.state, [portal('a', { color, position: { x: 0, y: 0, z: 8 }, rotation: { y: 0 } })]);
    portals.init(stage.scene, stage.state, theme);
    portals.update(0, 1 / 60);
    tunnel.init(stage.scene, stage.state, theme);
    tunnel.update(0, 1 / 60);
    dispatchView(stage.state, { kind: 'warp', portalId: 'a', href: 'https://a.example/' });
  };
  const at = (progress: number, delta = 1 / 60): Uint8Array => {
    stage.state.warp.progress.set(progress);
    tunnel.update(0, delta);
    stage.render();
    return stage.pixels();
  };
  const shown = (): boolean => stage.scene.getObjectByName('warp-effect')?.visible ?? false;
  const luma = (pixels: Uint8Array, x: number, y: number): number => {
    const i = (y * WIDTH + x) * 4;
    return 0.2126 * (pixels[i] ?? 0) + 0.7152 * (pixels[i + 1] ?? 0) + 0.0722 * (pixels[i + 2] ?? 0);
  };
  /** Mean brightness of each of 6 × 3 parts of the frame. */
  const parts = (pixels: Uint8Array): number[] => {
    const sums = Array.from({ length: 18 }, () => 0);
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const part = Math.floor(x / 16) + 6 * Math.floor(y / 18);
        sums[part] = (sums[part] ?? 0) + luma(pixels, x, y) / (16 * 18);
      }
    return sums;
  };
  const mean = (pixels: Uint8Array): number => parts(pixels).reduce((sum, part) => sum + part / 18, 0);

  it('is drawn only during a warp', () => {
    start();
    expect(shown()).to.equal(false);
    at(0.5);
    expect(shown()).to.equal(true);
    at(0.99);
    at(0);
    expect(shown()).to.equal(false);
  });

  it('fades out in a third of a second when the visitor turns back', () => {
    start();
    const far = mean(at(0.5));
    const back = [0, 0, 0, 0].map(() => mean(at(0, 0.09)));
    expect(shown()).to.equal(false);
    expect(back[0]).to.be.lessThan(far + 1);
    at(0.1);
    expect(shown(), 'and there again').to.equal(true);
  });

  it('opens from the disc, and keeps the world visible around it', () => {
    stage.scene.camera.position.set(0, 1.7, 20);
    start();
    stage.render();
    const without = stage.pixels();
    const early = at(0.08);
    expect(Array.from(early.slice(0, 16))).to.deep.equal(Array.from(without.slice(0, 16)));
    expect(mean(early)).not.to.equal(mean(without));
    const covered = at(0.6);
    const red = [0, WIDTH - 1].map((x) => covered[(27 * WIDTH + x) * 4] ?? 0);
    for (const value of red) expect(value, 'its own colour at both sides').to.be.greaterThan(8);
  });

  for (const [name, color] of [
    ['white', '#ffffff'],
    ['yellow', '#ffff00'],
    ['teal', '#4af0c0'],
    ['blue', '#4488ff'],
  ] as const)
    it(`never turns the whole frame white, in ${name}, and is brightest at its end`, () => {
      start(color);
      let brightest = 0;
      const means: number[] = [];
      for (let i = 1; i <= 20; i++) {
        const pixels = at(Math.min(0.999, i / 20));
        means.push(mean(pixels));
        for (let y = 0; y < HEIGHT; y += 3)
          for (let x = 0; x < WIDTH; x += 3) brightest = Math.max(brightest, luma(pixels, x, y));
      }
      expect(brightest).to.be.lessThan(215);
      expect(means.at(-1)).to.be.at.least(Math.max(...means) - 1);
    });

  for (const reducedMotion of [false, true])
    it(`does not flash${reducedMotion ? ' or move under reduced motion' : ''}`, () => {
      start('#4af0c0');
      stage.state.world.reducedMotion.set(reducedMotion);
      /** Per part: how often its brightness changed direction by at least a tenth of the full range. */
      const turns = Array.from({ length: 18 }, () => 0);
      const last = Array.from({ length: 18 }, () => 0);
      const way = Array.from({ length: 18 }, () => 0);
      const frames = Math.round(WARP_SECONDS * 30);
      for (let i = 1; i < frames; i++)
        parts(at(i / frames)).forEach((value, part) => {
          const change = value - (last[part] ?? 0);
          if (Math.abs(change) < 25) return;
          const towards = Math.sign(change);
          if (towards !== way[part]) turns[part] = (turns[part] ?? 0) + 1;
          way[part] = towards;
          last[part] = value;
        });
      // Three flashes a second are six changes of direction; the whole warp has fewer.
      expect(Math.max(...turns)).to.be.at.most(reducedMotion ? 2 : 4);
      if (!reducedMotion) return;
      const still = at(0.7);
      expect(Array.from(at(0.9))).to.deep.equal(Array.from(still));
    });

  it('starts in the middle when the portal is behind the visitor or was removed', () => {
    start();
    stage.scene.camera.lookAt(0, 2, 40);
    expect(mean(at(0.7))).to.be.greaterThan(10);
    at(0.99);
    at(0);
    setPortals(stage.state, []);
    portals.update(0, 1 / 60);
    expect(mean(at(0.7))).to.be.greaterThan(10);
  });

  it('adds one draw call', () => {
    start();
    stage.render();
    const before = stage.renderer.info.render.calls;
    at(0.5);
    expect(stage.renderer.info.render.calls).to.equal(before + 1);
  });
});
