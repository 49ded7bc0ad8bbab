import { aTimeout, expect } from '@open-wc/testing';
import {
  AdditiveBlending,
  BoxGeometry,
  DataTexture,
  Mesh,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
  PlaneGeometry,
  RepeatWrapping,
} from 'three';
import { changeSettings } from '../../../../data/config/settings/settings.ts';
import { FrameRenderer } from '../../../../world/core/render/frame-renderer.ts';
import type { WorldScene } from '../../../../world/core/scene/scene.ts';
import { createTestStage } from '../../../helpers/stage.ts';
import { start } from '../../started-world.ts';
import { waitUntil } from '../../../helpers/wait-until.ts';

describe('the frame renderer', () => {
  it('draws through passes at the highest level, and counts their draw calls', async () => {
    const low = await start('lowest');
    const direct = low.ticker.stats().drawCalls;
    low.stop();
    const { ticker, stop } = await start('highest');
    ticker.tick(1 / 60);
    expect(ticker.stats().drawCalls).to.be.greaterThan(direct + 5);
    expect(ticker.stats().drawCalls).to.be.lessThan(121);
    stop();
  });

  it('keeps drawing directly until the passes are ready', async () => {
    const stage = createTestStage();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const renderer = new FrameRenderer(stage.scene, async () => {
      await gate;
      return import('../../../../world/core/render/passes.ts');
    });
    const stone = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
    stone.position.set(0, 2, 0);
    stage.scene.add(stone);
    renderer.setSize(96, 54);
    renderer.setQuality('middle', 1);
    renderer.render(0, 0);
    expect(stage.renderer.info.render.calls, 'only the stone, without a pass').to.equal(1);
    release();
    await renderer.prepare();
    stage.renderer.info.autoReset = false;
    renderer.render(0, 1 / 60);
    expect(stage.renderer.info.render.calls).to.be.greaterThan(5);
    renderer.dispose();
    await aTimeout(0);
    stage.dispose();
  });

  it('draws to the canvas again, and frees the memory, where its passes cannot be made', async () => {
    const { scene, renderer, counts, dispose } = createTestStage();
    const frameRenderer = new FrameRenderer(scene);
    frameRenderer.setSize(96, 54);
    const stone = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
    stone.position.set(0, 2, 0);
    scene.add(stone);
    frameRenderer.render(0, 0);
    const before = counts();
    stone.onBeforeRender = () => {
      throw new Error('broken for a moment');
    };
    frameRenderer.setQuality('highest', 1);
    await frameRenderer.prepare();
    stone.onBeforeRender = () => undefined;
    expect(renderer.getRenderTarget() === null, 'the canvas').to.equal(true);
    expect(counts().textures).to.equal(before.textures);
    frameRenderer.dispose();
    dispose();
  });

  it('draws no frame while it is held, by one or by two', () => {
    const { scene, renderer, dispose } = createTestStage();
    const frameRenderer = new FrameRenderer(scene);
    frameRenderer.setSize(96, 54);
    renderer.info.autoReset = false;
    const frames = (): number => {
      const before = renderer.info.render.frame;
      frameRenderer.render(0, 1 / 60);
      return renderer.info.render.frame - before;
    };
    const [first, second] = [frameRenderer.hold(), frameRenderer.hold()];
    expect(frames()).to.equal(0);
    first();
    expect(frames(), 'by the second').to.equal(0);
    second();
    expect(frames()).to.equal(1);
    frameRenderer.dispose();
    dispose();
  });

  it('keeps the canvas at full resolution, draws what moves with fewer pixels, and words with all', () => {
    const { scene, renderer, canvas, pixels, dispose } = createTestStage();
    const frameRenderer = new FrameRenderer(scene);
    frameRenderer.setSize(96, 54);
    frameRenderer.setQuality('lowest', 0.125, 1);
    const stripes = new DataTexture(new Uint8Array([255, 255, 255, 255, 0, 0, 0, 255]), 2, 1);
    stripes.wrapS = RepeatWrapping;
    stripes.repeat.x = 2;
    stripes.needsUpdate = true;
    const material = new MeshBasicMaterial({ map: stripes, fog: false, toneMapped: false });
    const sign = new Mesh(new PlaneGeometry(2, 2), material);
    sign.position.set(0, 1.7, 15);
    scene.camera.rotation.set(0, 0, 0);
    scene.add(sign);
    /**
     * The greatest difference between neighbouring pixels in the middle row, which is large in a sharp
     * picture.
     */
    const contrast = (): number => {
      frameRenderer.render(0, 0);
      const row = pixels().subarray(96 * 4 * 27, 96 * 4 * 28);
      let most = 0;
      for (let at = 4; at < row.length; at += 4)
        most = Math.max(most, Math.abs((row[at] ?? 0) - (row[at - 4] ?? 0)));
      return most;
    };
    const coarse = contrast();
    expect(coarse).to.be.below(90);
    expect([canvas.width, canvas.height]).to.deep.equal([96, 54]);
    const end = scene.registry.words.add(sign);
    const words = contrast();
    end();
    expect(contrast(), 'not a word any more').to.equal(coarse);
    frameRenderer.still = true;
    expect(contrast()).to.be.above(180);
    expect(words).to.be.above(110);
    expect([canvas.width, canvas.height], 'the canvas keeps its size').to.deep.equal([96, 54]);
    expect(renderer.getContext().getError()).to.equal(0);
    frameRenderer.dispose();
    dispose();
  });

  it('hides words behind what stands before them, and keeps light before them', () => {
    const { scene, pixels, dispose } = createTestStage();
    const frameRenderer = new FrameRenderer(scene);
    frameRenderer.setSize(96, 54);
    frameRenderer.setQuality('lowest', 0.5, 1);
    scene.camera.rotation.set(0, 0, 0);
    const plane = (
      color: number,
      z: number,
      more: MeshBasicMaterialParameters = {},
    ): Mesh<PlaneGeometry, MeshBasicMaterial> => {
      const mesh = new Mesh(
        new PlaneGeometry(1, 1),
        new MeshBasicMaterial({ color, fog: false, toneMapped: false, ...more }),
      );
      mesh.position.set(0, 1.7, z);
      scene.add(mesh);
      return mesh;
    };
    const middle = (): number[] => {
      frameRenderer.render(0, 0);
      return [...pixels().subarray((27 * 96 + 48) * 4, (27 * 96 + 48) * 4 + 3)];
    };
    scene.registry.words.add(plane(0x00ff00, 14));
    expect(middle()).to.deep.equal([0, 255, 0]);
    const light = plane(0xff0000, 15, { transparent: true, depthWrite: false, blending: AdditiveBlending });
    expect(middle()).to.deep.equal([255, 255, 0]);
    light.removeFromParent();
    plane(0x0000ff, 15);
    expect(middle()).to.deep.equal([0, 0, 255]);
    frameRenderer.dispose();
    dispose();
  });

  it('limits the pixels of a still picture on a large screen, not below those of the moving one', () => {
    const { scene, canvas, dispose } = createTestStage();
    const frameRenderer = new FrameRenderer(scene);
    frameRenderer.mostPixels = 96 * 54;
    frameRenderer.setSize(192, 108);
    frameRenderer.setQuality('lowest', 0.25, 2);
    frameRenderer.render(0, 0);
    expect(canvas.width).to.equal(96);
    frameRenderer.setQuality('lowest', 0.75, 2);
    frameRenderer.render(0, 0);
    expect(canvas.width).to.equal(144);
    frameRenderer.dispose();
    dispose();
  });

  it('draws directly while effects are off, and compiles the passes before they return', async () => {
    const { world, state, ticker, stop } = await start('highest');
    const scene = world?.scene as WorldScene;
    for (let i = 0; i < 20; i++) ticker.tick(0.1);
    const calls = ticker.stats().drawCalls;
    changeSettings(state, { effects: false });
    ticker.tick(1 / 60);
    ticker.tick(1 / 60);
    expect(scene.frame.composed).to.equal(false);
    expect(ticker.stats().drawCalls).to.be.lessThan(calls - 10);
    expect(state.world.settling.get()).to.equal(false);
    changeSettings(state, { effects: true });
    ticker.tick(1 / 60);
    await waitUntil(() => {
      ticker.tick(1 / 60);
      return scene.frame.composed;
    }, 'passes again');
    ticker.tick(1 / 60);
    // More modules may have arrived meanwhile.
    expect(ticker.stats().drawCalls).to.be.at.least(calls);
    stop();
  });
});
