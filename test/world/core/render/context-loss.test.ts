import { expect } from '@open-wc/testing';
import { type Mesh, Texture } from 'three';
import type { WorldStatus } from '../../../../data/world-state.ts';
import type { NamedModule } from '../../../../world/core/define-module.ts';
import type { WorldScene } from '../../../../world/core/scene/scene.ts';
import type { Ticker } from '../../../../world/core/ticker.ts';
import { worldModules } from '../../../../world/modules.ts';
import { start } from '../../started-world.ts';
import { waitUntil } from '../../../helpers/wait-until.ts';

describe('a lost WebGL context', () => {
  /** Loses the context and gets it back, three times: a leak grows with each time. */
  async function loseThrice({ state, ticker, canvas }: Awaited<ReturnType<typeof start>>): Promise<void> {
    const loss = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    for (let i = 0; i < 3; i++) {
      loss?.loseContext();
      await waitUntil(() => state.world.status.get().phase === 'lost');
      loss?.restoreContext();
      await waitUntil(() => state.world.status.get().phase === 'ready', 'ready again');
      ticker.tick(1 / 60);
    }
  }

  it('is restored, and the world drawn again', async () => {
    const { world, state, ticker, canvas, stop } = await start();
    const gl = canvas.getContext('webgl2');
    const loss = gl?.getExtension('WEBGL_lose_context');
    loss?.loseContext();
    await waitUntil(() => state.world.status.get().phase === 'lost');
    expect(state.world.status.get().note).to.contain('waiting');
    ticker.tick(1 / 60);
    loss?.restoreContext();
    await waitUntil(() => state.world.status.get().phase === 'ready', 'ready again');
    ticker.tick(1 / 60);
    const stats = ticker.stats();
    expect(stats.drawCalls).to.be.greaterThan(5);
    expect(stats.textures).to.be.greaterThan(0);
    expect(gl?.getError()).to.equal(gl?.NO_ERROR);
    const pixels = new Uint8Array(canvas.width * canvas.height * 4);
    world?.scene.renderer.render(world.scene, world.scene.camera);
    gl?.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    expect(new Set(pixels).size, 'different values in the frame').to.be.greaterThan(10);
    stop();
  });

  it('leaves nothing of itself in memory', async () => {
    const home = await start();
    const { world, stop } = home;
    const listeners = (dispatcher: unknown): number =>
      (dispatcher as { _listeners?: { dispose?: unknown[] } })._listeners?.dispose?.length ?? 0;
    await loseThrice(home);
    let count = 0;
    // Each listener belongs to one context, and keeps everything that three.js made in it.
    world?.scene.traverse((object) => {
      const { geometry, material } = object as Partial<Mesh>;
      for (const owner of [object, geometry, material]) {
        expect(listeners(owner ?? {}), object.name).to.be.at.most(1);
        count += listeners(owner ?? {});
      }
      for (const map of Object.values(material ?? {}))
        if (map instanceof Texture) expect(listeners(map), object.name).to.be.at.most(1);
    });
    expect(count).to.be.greaterThan(10);
    stop();
  });

  it('leaves nothing of the passes in memory', async () => {
    const home = await start('highest');
    const { world, stop } = home;
    const { renderer, frame } = world!.scene;
    /** What a frame draws into, and what it draws there besides the scene. */
    const used = new Set<object>();
    const setTarget = renderer.setRenderTarget.bind(renderer);
    renderer.setRenderTarget = (target, ...more) => {
      if (target) used.add(target);
      setTarget(target, ...more);
    };
    const render = renderer.render.bind(renderer);
    renderer.render = (object, camera) => {
      const { geometry, material } = object as Partial<Mesh>;
      if (geometry && material) used.add(geometry).add(material);
      render(object, camera);
    };
    await waitUntil(() => frame.composed, 'the passes');
    await loseThrice(home);
    expect(used.size).to.be.greaterThan(10);
    for (const one of used) {
      const { _listeners, name = '' } = one as { _listeners?: { dispose?: unknown[] }; name?: string };
      expect(_listeners?.dispose?.length ?? 0, name).to.be.at.most(1);
    }
    stop();
  });

  /** Slow enough for the build to yield after it. */
  const slow: NamedModule = {
    name: 'slow',
    note: 'slow',
    module: {
      init() {
        const until = performance.now() + 14;
        while (performance.now() < until);
      },
      update: () => undefined,
    },
  };
  /** One of these modules loses the context; `during` runs on the browser's event, between two modules. */
  const losing = (during: (loss: WEBGL_lose_context) => void): NamedModule[] => [
    ...worldModules.slice(0, 3),
    {
      name: 'losing',
      note: 'losing the context',
      module: {
        init(scene) {
          const { renderer } = scene as WorldScene;
          const loss = renderer.getContext().getExtension('WEBGL_lose_context');
          if (!loss) throw new Error('no way to lose it');
          renderer.domElement.addEventListener('webglcontextlost', () => during(loss), { once: true });
          loss.loseContext();
        },
        update: () => undefined,
      },
    },
    ...Array.from({ length: 12 }, (_unused, i) => ({ ...slow, name: `slow ${i}` })),
    ...worldModules.slice(3),
  ];
  // The browser's own yield runs no other task in between.
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  before(() => scheduler && (scheduler.yield = () => new Promise((resolve) => setTimeout(resolve, 5))));
  after(() => scheduler && delete scheduler.yield);
  const phases = (statuses: readonly WorldStatus[], from: number): string[] => [
    ...new Set(statuses.slice(from).map(({ phase }) => phase)),
  ];
  const isLost = ({ phase }: WorldStatus): boolean => phase === 'lost';
  const failures = (ticker: Ticker): string[] =>
    ticker
      .stats()
      .modules.filter(({ failure }) => failure)
      .map(({ name, failure }) => `${name}: ${failure}`);

  it('is reported until it is restored, also when it is lost during the build', async () => {
    const whole = await start();
    whole.ticker.tick(1 / 60);
    const { drawCalls } = whole.ticker.stats();
    whole.stop();
    let loss: WEBGL_lose_context | undefined;
    const { state, ticker, statuses, stop } = await start(
      'lowest',
      losing((how) => (loss = how)),
    );
    await waitUntil(() => loss !== undefined);
    expect(phases(statuses, statuses.findIndex(isLost))).to.deep.equal(['lost']);
    loss?.restoreContext();
    await waitUntil(() => state.world.status.get().phase === 'ready', 'ready');
    ticker.tick(1 / 60);
    expect(ticker.stats().drawCalls).to.be.closeTo(drawCalls, 3);
    expect(failures(ticker)).to.deep.equal([]);
    stop();
  });

  for (const quality of ['lowest', 'highest'] as const)
    it(`reports ready once, after the build, when it is restored during the build (${quality})`, async () => {
      let restored = false;
      const { canvas, ticker, statuses, stop, state } = await start(
        quality,
        losing((loss) =>
          setTimeout(() => {
            restored = true;
            loss.restoreContext();
          }),
        ),
      );
      expect(restored, 'before it was built').to.equal(true);
      await waitUntil(() => state.world.status.get().phase === 'ready', 'ready');
      expect(phases(statuses, statuses.findIndex(isLost))).to.deep.equal(['lost', 'loading', 'ready']);
      expect(statuses.filter(({ phase }) => phase === 'ready')).to.have.length(1);
      ticker.tick(1 / 60);
      expect(failures(ticker)).to.deep.equal([]);
      const gl = canvas.getContext('webgl2');
      expect(gl?.getError()).to.equal(gl?.NO_ERROR);
      stop();
    });
});
