import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial, MeshNormalMaterial, Texture } from 'three';
import { type State, createState } from '../../data/state.ts';
import type { WorldStatus } from '../../data/world-state.ts';
import { theme } from '../../theme/theme.ts';
import { addModule } from '../../world/core/module-loader.ts';
import { FrameRenderer } from '../../world/core/render/frame-renderer.ts';
import { createContext, isSoftware } from '../../world/core/render/webgl-context.ts';
import type { WorldScene } from '../../world/core/scene/scene.ts';
import { fieldOfView } from '../../world/core/render/renderer.ts';
import { Ticker } from '../../world/core/ticker.ts';
import type { NamedModule } from '../../world/core/module.ts';
import { worldModules } from '../../world/modules.ts';
import { type World, requestedQuality, startWorld } from '../../world/world.ts';
import { portal, setPortals } from '../helpers/home-readings.ts';
import { createTestStage } from '../helpers/stage.ts';

interface Started {
  readonly world: World | undefined;
  readonly state: State;
  readonly ticker: Ticker;
  readonly canvas: HTMLCanvasElement;
  readonly seen: WorldStatus[];
  stop(): void;
}

async function start(
  quality: 'lowest' | 'highest' = 'lowest',
  modules: readonly NamedModule[] = worldModules,
): Promise<Started> {
  const box = document.createElement('div');
  box.style.cssText = 'width: 128px; height: 72px';
  const canvas = document.createElement('canvas');
  box.append(canvas);
  document.body.append(box);
  const state = createState();
  setPortals(state, [portal('a'), portal('b')]);
  const ticker = new Ticker();
  const seen: WorldStatus[] = [];
  const set = state.world.status.set.bind(state.world.status);
  state.world.status.set = (status) => {
    seen.push(status);
    set(status);
  };
  const world = await startWorld({ canvas, state, ticker, theme, quality, modules });
  return {
    world,
    state,
    ticker,
    canvas,
    seen,
    stop() {
      const renderer = world?.scene.renderer;
      world?.dispose();
      renderer?.forceContextLoss();
      box.remove();
    },
  };
}

const failing: NamedModule = {
  name: 'failing',
  note: 'what fails',
  module: {
    init() {
      throw new Error('no such luck');
    },
    update() {
      throw new Error('never called');
    },
  },
};

describe('the world', () => {
  it('starts with true progress, draws its first frame and is ready', async () => {
    const { world, ticker, canvas, seen, stop } = await start();
    const progress = seen.map((status) => status.progress);
    expect([...progress].sort((a, b) => a - b)).to.deep.equal(progress);
    expect(seen[0]).to.deep.equal({ phase: 'loading', progress: 0, note: 'three.js' });
    const notes = [
      'three.js',
      'canvas',
      ...worldModules.map(({ note }) => note),
      'shaders',
      'first frame',
      '',
    ];
    for (const { progress: share, note } of seen.slice(1))
      expect(share, note).to.be.closeTo(note === '' ? 1 : notes.indexOf(note) / (notes.length - 1), 0.001);
    expect(seen.length, 'few, for each is a new picture of the page').to.be.lessThan(notes.length);
    expect(seen.at(-1)).to.deep.equal({ phase: 'ready', progress: 1, note: '' });
    expect(ticker.stats().drawCalls).to.be.within(5, 120);
    expect(ticker.stats().triangles).to.be.lessThan(200_000);
    expect(world?.scene.quality).to.equal('lowest');
    expect(canvas.style.visibility).to.equal('');
    stop();
  });

  it('compiles nothing after it is ready', async () => {
    const { state, ticker, stop } = await start();
    const { programs } = ticker.stats();
    state.panels.debug.set(true);
    state.speech.set({ count: 1, detail: { speaker: 'Timmy', text: 'Hello' } });
    for (let i = 0; i < 5; i++) ticker.tick(1 / 20);
    expect(ticker.stats().programs).to.equal(programs);
    stop();
  });

  it('compiles nothing in a frame of the highest level either, not even for a guest who comes late', async function () {
    this.timeout(60_000);
    const { world, state, ticker, stop } = await start('highest');
    const scene = world?.scene as WorldScene;
    const count = (): number => scene.renderer.info.programs?.length ?? 0;
    const before = count();
    for (let i = 0; i < 3; i++) ticker.tick(1 / 20);
    expect(count(), 'after the first frames').to.equal(before);
    const guest = new Mesh(new BoxGeometry(), new MeshNormalMaterial());
    guest.position.set(0, 2, 5);
    const module = { init: () => void scene.add(guest), update: () => undefined };
    await addModule('guest', module, { scene, state, ticker, theme });
    const joined = count();
    expect(joined).to.be.greaterThan(before);
    for (let i = 0; i < 3; i++) ticker.tick(1 / 20);
    expect(count(), 'with the guest in the picture').to.equal(joined);
    stop();
  });

  it('goes on without a module that throws, and names it', async () => {
    const { seen, ticker, stop } = await start('lowest', [
      ...worldModules.slice(0, 3),
      failing,
      ...worldModules.slice(3),
    ]);
    expect(seen.at(-1)?.phase).to.equal('ready');
    ticker.tick(1 / 60);
    const record = ticker.stats().modules.find(({ name }) => name === 'failing');
    expect(record?.failure).to.equal('no such luck');
    expect(ticker.stats().drawCalls).to.be.greaterThan(5);
    stop();
  });

  it('loses its context and comes back, drawn again', async () => {
    const { world, state, ticker, canvas, stop } = await start();
    const gl = canvas.getContext('webgl2');
    const loss = gl?.getExtension('WEBGL_lose_context');
    loss?.loseContext();
    await waitUntil(() => state.world.status.get().phase === 'lost');
    expect(state.world.status.get().note).to.contain('waiting');
    ticker.tick(1 / 60);
    loss?.restoreContext();
    await waitUntil(() => state.world.status.get().phase === 'ready', 'ready again', { timeout: 8000 });
    ticker.tick(1 / 60);
    const stats = ticker.stats();
    expect(stats.drawCalls).to.be.greaterThan(5);
    expect(stats.textures).to.be.greaterThan(0);
    expect(gl?.getError()).to.equal(gl?.NO_ERROR);
    const pixels = new Uint8Array(canvas.width * canvas.height * 4);
    world?.scene.renderer.render(world.scene, world.scene.camera);
    gl?.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    expect(new Set(pixels).size, 'different values in the picture').to.be.greaterThan(20);
    stop();
  });

  it('keeps nothing of the contexts it lost', async () => {
    const { world, state, ticker, canvas, stop } = await start();
    const loss = canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    const listeners = (dispatcher: unknown): number =>
      (dispatcher as { _listeners?: { dispose?: unknown[] } })._listeners?.dispose?.length ?? 0;
    for (let i = 0; i < 3; i++) {
      loss?.loseContext();
      await waitUntil(() => state.world.status.get().phase === 'lost');
      loss?.restoreContext();
      await waitUntil(() => state.world.status.get().phase === 'ready', 'ready again', { timeout: 8000 });
      ticker.tick(1 / 60);
    }
    let heard = 0;
    // Each of these listeners belongs to one context, and holds all that three.js made in it.
    world?.scene.traverse((object) => {
      const { geometry, material } = object as Partial<Mesh>;
      for (const one of [object, geometry, material]) {
        expect(listeners(one ?? {}), object.name).to.be.at.most(1);
        heard += listeners(one ?? {});
      }
      for (const map of Object.values(material ?? {}))
        if (map instanceof Texture) expect(listeners(map), object.name).to.be.at.most(1);
    });
    expect(heard).to.be.greaterThan(20);
    stop();
  });

  /** So long that the build takes a breath after it. */
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
  /** Modules among which the context is lost; `during` hears of it when the browser has said so, between two of them. */
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
  // The browser's own breath lets no other task in.
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  before(() => scheduler && (scheduler.yield = () => new Promise((resolve) => setTimeout(resolve, 5))));
  after(() => scheduler && delete scheduler.yield);
  const phases = (seen: readonly WorldStatus[], from: number): string[] => [
    ...new Set(seen.slice(from).map(({ phase }) => phase)),
  ];
  const isLost = ({ phase }: WorldStatus): boolean => phase === 'lost';
  const failures = (ticker: Ticker): string[] =>
    ticker
      .stats()
      .modules.filter(({ failure }) => failure)
      .map(({ name, failure }) => `${name}: ${failure}`);

  it('says that its context is lost for as long as it is, also where that happens while it is built', async () => {
    const whole = await start();
    whole.ticker.tick(1 / 60);
    const { drawCalls } = whole.ticker.stats();
    whole.stop();
    let loss: WEBGL_lose_context | undefined;
    const { state, ticker, seen, stop } = await start(
      'lowest',
      losing((how) => (loss = how)),
    );
    await waitUntil(() => loss !== undefined);
    expect(phases(seen, seen.findIndex(isLost))).to.deep.equal(['lost']);
    loss?.restoreContext();
    await waitUntil(() => state.world.status.get().phase === 'ready', 'ready', { timeout: 8000 });
    ticker.tick(1 / 60);
    expect(ticker.stats().drawCalls).to.be.closeTo(drawCalls, 3);
    expect(failures(ticker)).to.deep.equal([]);
    stop();
  });

  for (const quality of ['lowest', 'highest'] as const)
    it(`is called ready once, and when it is built, where its context comes back before that, at the ${quality} level`, async () => {
      let restored = false;
      const { canvas, ticker, seen, stop, state } = await start(
        quality,
        losing((loss) =>
          setTimeout(() => {
            restored = true;
            loss.restoreContext();
          }),
        ),
      );
      expect(restored, 'before it was built').to.equal(true);
      await waitUntil(() => state.world.status.get().phase === 'ready', 'ready', { timeout: 8000 });
      expect(phases(seen, seen.findIndex(isLost))).to.deep.equal(['lost', 'loading', 'ready']);
      expect(seen.filter(({ phase }) => phase === 'ready')).to.have.length(1);
      ticker.tick(1 / 60);
      expect(failures(ticker)).to.deep.equal([]);
      const gl = canvas.getContext('webgl2');
      expect(gl?.getError()).to.equal(gl?.NO_ERROR);
      stop();
    });

  it('draws through passes at the highest level, with every pass counted', async () => {
    const low = await start('lowest');
    const direct = low.ticker.stats().drawCalls;
    low.stop();
    const { ticker, stop } = await start('highest');
    ticker.tick(1 / 60);
    expect(ticker.stats().drawCalls).to.be.greaterThan(direct + 5);
    expect(ticker.stats().drawCalls).to.be.lessThan(121);
    stop();
  });

  it('fills the box its canvas stands in, and follows it', async () => {
    const { world, ticker, canvas, stop } = await start();
    const box = canvas.parentElement as HTMLElement;
    const ratio = world?.scene.renderer.getPixelRatio() ?? 1;
    expect(canvas.width).to.equal(Math.floor(128 * ratio));
    box.style.width = '64px';
    await waitUntil(() => {
      ticker.tick(1 / 60);
      return canvas.width === Math.floor(64 * ratio);
    });
    expect(world?.scene.camera.aspect).to.be.closeTo(64 / 72, 1e-6);
    stop();
  });

  it('takes everything back when it is disposed', async () => {
    const { world, ticker, stop } = await start();
    world?.dispose();
    expect(ticker.stats().modules).to.have.length(0);
    expect(world?.scene.interactions.all).to.have.length(0);
    stop();
  });

  it('says in plain words that there is no WebGL 2', async () => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = () => null;
    try {
      const { world, seen } = await start();
      expect(world).to.equal(undefined);
      expect(seen.at(-1)?.phase).to.equal('unavailable');
      expect(seen.at(-1)?.note).to.contain('no WebGL 2');
    } finally {
      HTMLCanvasElement.prototype.getContext = getContext;
    }
  });
});

describe('the picture', () => {
  it('keeps drawing directly until the passes are ready', async () => {
    const stage = createTestStage();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const picture = new FrameRenderer(stage.scene, async () => {
      await gate;
      return import('../../world/core/render/passes.ts');
    });
    const stone = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
    stone.position.set(0, 2, 0);
    stage.scene.add(stone);
    picture.setSize(96, 54);
    picture.setQuality('middle', 1);
    picture.render(0, 0);
    expect(stage.renderer.info.render.calls, 'the stone alone, by no pass').to.equal(1);
    release();
    await picture.prepare();
    stage.renderer.info.autoReset = false;
    picture.render(0, 1 / 60);
    expect(stage.renderer.info.render.calls).to.be.greaterThan(5);
    picture.dispose();
    await aTimeout(0);
    stage.dispose();
  });

  it('knows a software renderer by its name', () => {
    expect(
      isSoftware('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)'),
    ).to.equal(true);
    expect(isSoftware('ANGLE (Mesa, llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2)')).to.equal(true);
    expect(isSoftware('ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)')).to.equal(true);
    expect(isSoftware('ANGLE (NVIDIA GeForce RTX 3060)')).to.equal(false);
  });

  it('smooths edges where there is a graphics card, and asks the context itself where nobody knows', () => {
    const contextOf = (renderer?: string) => createContext(document.createElement('canvas'), renderer);
    expect(contextOf('ANGLE (NVIDIA GeForce RTX 3060)')?.software).to.equal(false);
    const software = contextOf('llvmpipe');
    expect(software?.software).to.equal(true);
    expect(software?.gl.getContextAttributes()?.antialias).to.equal(false);
    const asked = contextOf();
    expect(asked?.software).to.equal(true);
    for (const graphics of [software, asked]) graphics?.gl.getExtension('WEBGL_lose_context')?.loseContext();
  });

  it('makes one context for the page', async () => {
    const { getContext } = HTMLCanvasElement.prototype;
    const made: unknown[] = [];
    HTMLCanvasElement.prototype.getContext = function counted(this: HTMLCanvasElement, ...args: [string]) {
      if (args[0] !== '2d') made.push(this);
      return Reflect.apply(getContext, this, args) as null;
    } as typeof getContext;
    try {
      const { canvas, stop } = await start();
      expect(made).to.deep.equal([canvas]);
      stop();
    } finally {
      HTMLCanvasElement.prototype.getContext = getContext;
    }
  });

  it('opens its view in a tall window', () => {
    expect(fieldOfView(16 / 9)).to.equal(60);
    expect(fieldOfView(360 / 640)).to.be.within(65, 80);
  });

  it('takes the level from the address only when it is one', () => {
    expect(requestedQuality('?quality=low')).to.equal('low');
    expect(requestedQuality('?quality=ultra')).to.equal(undefined);
    expect(requestedQuality('')).to.equal(undefined);
  });
});
