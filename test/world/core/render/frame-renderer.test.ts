import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial } from 'three';
import { changeSettings } from '../../../../data/config/settings/settings.ts';
import { FrameRenderer } from '../../../../world/core/render/frame-renderer.ts';
import type { WorldScene } from '../../../../world/core/scene/scene.ts';
import { createTestStage } from '../../../helpers/stage.ts';
import { start } from '../../started-world.ts';

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

  it('draws directly while effects are off, and compiles the passes before they return', async () => {
    const { world, state, ticker, stop } = await start('highest');
    const scene = world?.scene as WorldScene;
    for (let i = 0; i < 20; i++) ticker.tick(0.1);
    const calls = ticker.stats().drawCalls;
    changeSettings(state, { effects: false });
    ticker.tick(1 / 60);
    ticker.tick(1 / 60);
    expect(scene.composed).to.equal(false);
    expect(ticker.stats().drawCalls).to.be.lessThan(calls - 10);
    expect(state.world.settling.get()).to.equal(false);
    changeSettings(state, { effects: true });
    ticker.tick(1 / 60);
    await waitUntil(
      () => {
        ticker.tick(1 / 60);
        return scene.composed;
      },
      'passes again',
      { timeout: 15_000 },
    );
    ticker.tick(1 / 60);
    expect(ticker.stats().drawCalls).to.equal(calls);
    stop();
  });
});
