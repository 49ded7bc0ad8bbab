import { expect } from '@open-wc/testing';
import { AgXToneMapping, Color, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { theme } from '../../../../theme/theme.ts';
import { Bloom } from '../../../../world/core/render/bloom.ts';
import { canvasLikeTarget } from '../../../../world/core/render/canvas-like-target.ts';
import { ADDITIVE } from '../../../../world/utils/drawing.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

const WIDTH = 128;
const HEIGHT = 72;

describe('the bloom', () => {
  let stage: TestStage;
  let bloom: Bloom;
  const picture = canvasLikeTarget(WIDTH, HEIGHT, 0);
  beforeEach(() => {
    stage = createTestStage(WIDTH, HEIGHT);
    stage.renderer.toneMapping = AgXToneMapping;
    stage.scene.background = new Color(theme.colors.background);
    stage.scene.camera.position.set(0, 0, 10);
    stage.scene.camera.rotation.set(0, 0, 0);
    bloom = new Bloom();
    bloom.setSize(WIDTH, HEIGHT);
  });
  afterEach(() => {
    bloom.dispose();
    picture.dispose();
    stage.dispose();
  });
  const plane = (material: MeshBasicMaterial): void => {
    stage.scene.add(new Mesh(new PlaneGeometry(2, 2), material));
  };
  /** The canvas without and with the glow, and the brightest channel of the former. */
  const pictures = (): { without: Uint8Array; with: Uint8Array } => {
    stage.render();
    const without = stage.pixels();
    stage.renderer.setRenderTarget(picture);
    stage.render();
    stage.renderer.setRenderTarget(null);
    bloom.render(stage.renderer, picture, null);
    return { without, with: stage.pixels() };
  };

  it('leaves words as they are, also white ones', () => {
    plane(new MeshBasicMaterial({ color: '#ffffff' }));
    const shown = pictures();
    expect(Math.max(...shown.without.filter((_value, i) => i % 4 < 3))).to.be.within(180, 215);
    expect([...shown.with]).to.deep.equal([...shown.without]);
  });

  it('has the colour of its light, and never burns out', () => {
    for (let i = 0; i < 2; i++)
      plane(new MeshBasicMaterial({ color: new Color(1, 0.08, 0.04), ...ADDITIVE, fog: false }));
    const shown = pictures();
    // Left of the lamp, where there was night.
    const at = ((HEIGHT / 2) * WIDTH + WIDTH / 2 - 20) * 4;
    const more = [0, 1, 2].map((i) => (shown.with[at + i] ?? 0) - (shown.without[at + i] ?? 0));
    expect(more[0]).to.be.greaterThan(4);
    expect(more[0]).to.be.greaterThan((more[2] ?? 0) * 1.5);
    const whites = (pixels: Uint8Array): number => {
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4)
        if (Math.min(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0) > 250) count++;
      return count;
    };
    expect(whites(shown.with)).to.equal(whites(shown.without));
  });
});
