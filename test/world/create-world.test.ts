import { expect } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshNormalMaterial } from 'three';
import { skyHours } from '../../data/config/config.ts';
import { defaultSettings } from '../../data/config/settings/settings.ts';
import { weatherLabels } from '../../data/readings/records.ts';
import { type State, createState } from '../../data/state.ts';
import { theme } from '../../theme/theme.ts';
import { addModules } from '../../world/core/module-loader.ts';
import type { NamedModule } from '../../world/core/define-module.ts';
import { fieldOfView } from '../../world/core/render/renderer.ts';
import type { WorldScene } from '../../world/core/scene/scene.ts';
import { Ticker } from '../../world/core/ticker.ts';
import { worldModules } from '../../world/modules.ts';
import { requestedQuality, startWorld } from '../../world/world.ts';
import { start } from './started-world.ts';
import { waitUntil } from '../helpers/wait-until.ts';

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
  it('reports true progress, draws its first frame and is ready', async () => {
    const { world, state, ticker, canvas, statuses, stop } = await start();
    const progress = statuses.map((status) => status.progress);
    expect([...progress].sort((a, b) => a - b)).to.deep.equal(progress);
    expect(statuses[0]).to.deep.equal({ phase: 'loading', progress: 0, note: 'three.js' });
    const notes = [
      'three.js',
      'canvas',
      ...worldModules.map(({ note }) => note),
      'shaders',
      'first frame',
      '',
    ];
    for (const { progress: share, note } of statuses.slice(1))
      expect(share, note).to.be.closeTo(note === '' ? 1 : notes.indexOf(note) / (notes.length - 1), 0.001);
    expect(statuses.length, 'few, because each renders the page again').to.be.lessThan(notes.length);
    expect(statuses.at(-1)).to.deep.equal({ phase: 'ready', progress: 1, note: '' });
    expect(ticker.stats().drawCalls).to.be.within(5, 120);
    expect(ticker.stats().triangles).to.be.lessThan(200_000);
    expect(world?.scene.frame.quality).to.equal('lowest');
    expect(canvas.style.visibility).to.equal('');
    await waitUntil(() => state.world.complete.get(), 'what comes after the first picture is there');
    stop();
  });

  it('compiles nothing after it is ready, at any hour and in any weather', async () => {
    const { state, ticker, stop } = await start();
    const { programs } = ticker.stats();
    state.panels.debug.set(true);
    state.speech.set({ count: 1, detail: { speaker: 'Timmy', text: 'Hello' } });
    for (let i = 0; i < 5; i++) ticker.tick(1 / 20);
    expect(ticker.stats().programs).to.equal(programs);
    for (const hour of skyHours)
      for (const label of weatherLabels) {
        const config = state.config.get();
        state.config.set({ ...config, sky: { ...config.sky, hour } });
        const value = { temperatureF: 40, code: 95, label };
        state.readings.weather.set({ state: 'live', source: 'weather', value, fetchedAt: 0 });
        ticker.tick(1 / 20);
      }
    expect(ticker.stats().programs, 'the shaders do not contain them').to.equal(programs);
    stop();
  });

  it('compiles nothing in a frame of the highest level, even for a plugin that is added later', async function () {
    this.timeout(60_000);
    const { world, state, ticker, stop } = await start('highest');
    const scene = world?.scene as WorldScene;
    const count = (): number => scene.renderer.info.programs?.length ?? 0;
    const before = count();
    for (let i = 0; i < 3; i++) ticker.tick(1 / 20);
    expect(count(), 'after the first frames').to.equal(before);
    const plugin = new Mesh(new BoxGeometry(), new MeshNormalMaterial());
    plugin.position.set(0, 2, 5);
    const module = { init: () => void scene.add(plugin), update: () => undefined };
    await addModules([{ name: 'plugin', module }], { scene, state, ticker, theme });
    const joined = count();
    expect(joined).to.be.greaterThan(before);
    for (let i = 0; i < 3; i++) ticker.tick(1 / 20);
    expect(count(), 'with the plugin in the frame').to.equal(joined);
    stop();
  });

  it('runs without a module that throws in init, and reports it', async () => {
    const { statuses, ticker, stop } = await start('lowest', [
      ...worldModules.slice(0, 3),
      failing,
      ...worldModules.slice(3),
    ]);
    expect(statuses.at(-1)?.phase).to.equal('ready');
    ticker.tick(1 / 60);
    const record = ticker.stats().modules.find(({ name }) => name === 'failing');
    expect(record?.failure).to.equal('no such luck');
    expect(ticker.stats().drawCalls).to.be.greaterThan(5);
    stop();
  });

  it('fills the element around its canvas, and follows its size', async () => {
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

  it('removes everything when it is disposed', async () => {
    const { world, ticker, stop } = await start();
    world?.dispose();
    expect(ticker.stats().modules).to.have.length(0);
    expect(world?.scene.interactions.all).to.have.length(0);
    stop();
  });

  it('reports a missing WebGL 2 in plain words', async () => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = () => null;
    try {
      const { world, statuses } = await start();
      expect(world).to.equal(undefined);
      expect(statuses.at(-1)?.phase).to.equal('unavailable');
      expect(statuses.at(-1)?.note).to.contain('no WebGL 2');
    } finally {
      HTMLCanvasElement.prototype.getContext = getContext;
    }
  });

  it('has a wider field of view in a tall window', () => {
    expect(fieldOfView(16 / 9)).to.equal(60);
    expect(fieldOfView(360 / 640)).to.be.within(65, 80);
  });

  it('takes the quality level from the address only when it is valid', () => {
    expect(requestedQuality('?quality=low')).to.equal('low');
    expect(requestedQuality('?quality=ultra')).to.equal(undefined);
    expect(requestedQuality('')).to.equal(undefined);
  });
});

describe('a world that is slow on this computer', () => {
  /** Starts a world without modules, whose frames take this long. */
  function opened(frameMs: number, state = createState()): { state: State; isReady: Promise<void> } {
    const box = document.createElement('div');
    const canvas = document.createElement('canvas');
    box.append(canvas);
    document.body.append(box);
    const ticker = new Ticker();
    const options = { canvas, state, ticker, theme, modules: [], loadGroups: async () => [] };
    const isReady = startWorld({ ...options, frameMs: Promise.resolve(frameMs) }).then((world) => {
      expect(state.world.status.get().phase).to.equal('ready');
      const renderer = world?.scene.renderer;
      world?.dispose();
      renderer?.forceContextLoss();
      box.remove();
    });
    return { state, isReady };
  }

  beforeEach(() => sessionStorage.clear());
  afterEach(() => sessionStorage.clear());

  /** What the button does, once the world is offered. */
  const offerOf = async ({ world }: State): Promise<() => void> => {
    await waitUntil(() => world.status.get().enter, 'the world is offered');
    return world.status.get().enter as () => void;
  };

  it('is offered first, and starts when the visitor enters', async () => {
    const { state, isReady } = opened(230);
    const enter = await offerOf(state);
    const { phase, note } = state.world.status.get();
    expect(phase).to.equal('unavailable');
    expect(note).to.equal('this computer takes about 0.2 seconds to draw a picture of it.');
    enter();
    expect(state.world.status.get().phase).to.equal('loading');
    await isReady;
    expect(state.world.status.get().enter).to.equal(undefined);
  });

  it('starts at once when it was entered before in this visit', async () => {
    const first = opened(230);
    (await offerOf(first.state))();
    await first.isReady;
    await opened(230).isReady;
  });

  it('starts at once with a quality level in the settings or in the address', async () => {
    const state = createState();
    state.settings.set({ ...defaultSettings, quality: 'lowest' });
    await opened(230, state).isReady;
    const { href } = location;
    const address = new URL(href);
    address.searchParams.set('quality', 'lowest');
    history.replaceState(history.state, '', address);
    try {
      await opened(230).isReady;
    } finally {
      history.replaceState(history.state, '', href);
    }
  });

  it('starts at once where a frame takes 150 ms or was not measured', async () => {
    await opened(150).isReady;
    await opened(0).isReady;
  });
});
