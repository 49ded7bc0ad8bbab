import { expect } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial } from 'three';
import { type Config, defaultConfig } from '../../../data/config/config.ts';
import { type State, createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { loadDeferredModules, loadPlugins } from '../../../world/core/module-loader.ts';
import { Ticker } from '../../../world/core/ticker.ts';
import type { WorldScene } from '../../../world/core/scene/scene.ts';
import { panelModule } from '../../../world/panels/panel-module.ts';
import { loadTextPlugins } from '../../../world/text-plugins.ts';
import { listThings } from '../../../world/interaction/thing-list.ts';
import { createTestStage } from '../../helpers/stage.ts';

const nothing = (): void => undefined;

/** Loads the plugins of a configuration: the addresses that were requested, and why each plugin failed. */
async function loadAll(config: Partial<Config>, exported: (href: string) => unknown) {
  const { scene } = createTestStage();
  const state = createState({ ...defaultConfig, ...config });
  const ticker = new Ticker();
  const requested: string[] = [];
  const plugins = loadPlugins({ scene, state, ticker, theme }, async (href) => {
    requested.push(href);
    return exported(href);
  });
  await plugins.settled;
  const failures = ticker.stats().modules.map(({ failure }) => failure);
  plugins.unload();
  return { base: state.base, requested, failures };
}

describe('plugins', () => {
  it('load from the home’s own origin, or from an origin that its owner allows', async () => {
    const good = { init: nothing, update: nothing };
    const modules = [
      '/a.js',
      'https://other.example/b.js',
      'https://evil.example/c.js',
      'data:text/javascript,0',
    ];
    const allowedOrigins = ['https://other.example'];
    const loaded = await loadAll({ modules, allowedOrigins }, () => good);
    expect(loaded.requested).to.deep.equal([
      new URL('/a.js', loaded.base).href,
      'https://other.example/b.js',
    ]);
    expect(loaded.failures).to.deep.equal([
      undefined,
      undefined,
      'https://evil.example is not in allowedOrigins of config.json',
      'not an http(s) URL',
    ]);
  });

  it('are checked against the module contract', async () => {
    const exported: Readonly<Record<string, unknown>> = {
      'nothing.js': undefined,
      'init.js': { init: nothing },
      'dispose.js': { init: nothing, update: nothing, dispose: 3 },
      'good.js': { init: nothing, update: nothing },
    };
    const modules = Object.keys(exported);
    const { failures } = await loadAll({ modules }, (href) => exported[href.split('/').at(-1) ?? '']);
    expect(failures).to.deep.equal([
      'it exports nothing',
      'it exports no function “update”',
      '“dispose” is not a function',
      undefined,
    ]);
  });

  it('join the loop, and those that fail are reported with the reason', async () => {
    const stage = createTestStage();
    const calls: string[] = [];
    const modules = ['/good.js', '/gone.js', '/bad.js', '/throws.js', 'https://evil.example/x.js'];
    const state = createState({ ...defaultConfig, modules });
    const ticker = new Ticker();
    const load = async (href: string): Promise<unknown> => {
      calls.push(href);
      if (href.endsWith('gone.js')) throw new Error('404');
      if (href.endsWith('bad.js')) return { init: nothing };
      const good = href.endsWith('good.js');
      return {
        init: good
          ? () => calls.push('init')
          : () => {
              throw new Error('broken inside');
            },
        update: () => calls.push('update'),
        dispose: () => calls.push('dispose'),
      };
    };
    const plugins = loadPlugins({ scene: stage.scene, state, ticker, theme }, load);
    await plugins.settled;
    ticker.tick(1 / 60);
    const failures = Object.fromEntries(ticker.stats().modules.map(({ name, failure }) => [name, failure]));
    expect(failures['/good.js']).to.equal(undefined);
    expect(failures['/gone.js']).to.equal('404');
    expect(failures['/bad.js']).to.contain('update');
    expect(failures['/throws.js']).to.equal('broken inside');
    expect(failures['https://evil.example/x.js']).to.contain('allowedOrigins');
    expect(
      calls.filter((call) => call === 'update'),
      'before it is drawn, and in the frame',
    ).to.have.length(2);
    expect(calls).not.to.include('https://evil.example/x.js');
    plugins.unload();
    expect(ticker.stats().modules).to.have.length(0);
    expect(calls).to.include('dispose');
    stage.dispose();
  });

  it('move while the camera stands still, except for panels', async () => {
    const ticker = new Ticker();
    const stage = createTestStage(96, 54, ticker);
    const { scene } = stage;
    const state = createState({ ...defaultConfig, modules: ['/lamp.js'] });
    const lamp = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
    const panel = lamp.clone();
    scene.registry.words.add(panel);
    const plugins = loadPlugins({ scene, state, ticker, theme }, async () => ({
      init: () => scene.add(lamp, panel),
      update: () => (lamp.position.x = 7),
    }));
    await plugins.settled;
    const [part, ...others] = scene.registry.movingParts.all;
    expect(others).to.deep.equal([]);
    expect(part?.box.max.x).to.equal(7.5);
    scene.remove(lamp);
    expect(part?.box.isEmpty()).to.equal(true);
    plugins.unload();
    stage.dispose();
  });

  it('do not block the others by never loading, or stop the loop by throwing', async () => {
    const stage = createTestStage();
    const state = createState({ ...defaultConfig, modules: ['/hangs.js', '/odd.js', '/good.js'] });
    const ticker = new Ticker();
    let updates = 0;
    const odd = new Proxy(new Error('odd'), {
      get() {
        throw new Error('nested');
      },
    });
    const load = async (href: string): Promise<unknown> => {
      if (href.endsWith('hangs.js')) return new Promise(() => undefined);
      return {
        init: nothing,
        update: () => {
          if (href.endsWith('good.js')) updates += 1;
          else throw odd;
        },
      };
    };
    const plugins = loadPlugins({ scene: stage.scene, state, ticker, theme }, load, 50);
    await plugins.settled;
    ticker.tick(1 / 60);
    ticker.tick(1 / 60);
    const failures = ticker.stats().modules.map(({ name, failure }) => `${name} ${failure}`);
    expect(failures).to.deep.equal([
      '/hangs.js it was not there within 1 s',
      '/odd.js it threw something that has no text',
      '/good.js undefined',
    ]);
    expect(updates).to.equal(3);
    plugins.unload();
    stage.dispose();
  });

  it('are listed in the state with their objects, up to a limit, until they are removed or throw', async () => {
    const ticker = new Ticker();
    const stage = createTestStage(96, 54, ticker);
    const { scene, state } = stage;
    state.config.set({ ...defaultConfig, modules: ['/board.js', '/lantern.js'] });
    const endList = listThings(scene, state);
    const board = panelModule({
      name: 'authors',
      title: 'AUTHORS',
      readings: [],
      awaits: 'no requests',
      headline: () => ({ figure: '2', caption: 'wrote lately' }),
      rows: () => [{ text: 'Ada: 3', detail: 'newest 1 h ago' }, { text: 'Brook: 1' }],
    });
    let [runs, broken] = [0, false];
    const lantern = new Mesh();
    lantern.name = 'lantern';
    const module = {
      init: () => {
        scene.add(lantern);
        scene.interactions.register(lantern, {
          reach: 5,
          label() {
            if (broken) throw new Error('no light');
            return 'x'.repeat(1000);
          },
          action: { key: 'E', text: () => 'light it', run: () => void runs++ },
        });
      },
      update: () => undefined,
      dispose: () => scene.interactions.unregister(lantern),
    };
    const own = new Mesh();
    const plugins = loadPlugins({ scene, state, ticker, theme }, async (href) =>
      href.endsWith('board.js') ? board : module,
    );
    scene.interactions.register(own, { label: () => 'the home’s own', reach: 5 });
    await plugins.settled;
    const things = state.world.things.get();
    expect(things.map(({ name, title }) => [name, title])).to.deep.equal([
      ['authors', 'AUTHORS'],
      ['lantern', 'lantern'],
    ]);
    expect(things[0]?.label()).to.equal('AUTHORS: 2 · wrote lately — no requests');
    expect(things[0]?.rows()).to.deep.equal(['Ada: 3 — newest 1 h ago', 'Brook: 1']);
    expect(things[1]?.label()).to.have.length(301);
    things[1]?.action()?.run();
    expect([things[1]?.action()?.text, runs]).to.deep.equal(['light it', 1]);

    const said: unknown[] = [];
    scene.report = (name, error) => said.push([name, (error as Error).message]);
    broken = true;
    expect(things[1]?.label()).to.equal('');
    await Promise.resolve();
    expect(said).to.deep.equal([['/lantern.js', 'no light']]);
    expect(state.world.things.get().map(({ name }) => name)).to.deep.equal(['authors']);
    plugins.unload();
    endList();
    expect(state.world.things.get()).to.deep.equal([]);
    stage.dispose();
  });

  it('can add as many panels as the configuration allows, outside the home’s own slots', async () => {
    const stage = createTestStage();
    const modules = Array.from({ length: 32 }, (_unused, index) => `/${index}.js`);
    const state = createState({ ...defaultConfig, modules });
    const ticker = new Ticker();
    const load = async (href: string) =>
      panelModule({
        name: new URL(href).pathname,
        title: 'T',
        readings: [],
        headline: () => ({ figure: '', caption: '' }),
        rows: () => [],
      });
    const plugins = loadPlugins({ scene: stage.scene, state, ticker, theme }, load);
    await plugins.settled;
    expect(ticker.stats().modules.filter(({ failure }) => failure !== undefined)).to.deep.equal([]);
    expect(stage.scene.registry.panelSlots.take(5)).to.equal(5);
    plugins.unload();
    stage.dispose();
  });

  it('show their texts without WebGL, and are reported when they need WebGL', async () => {
    const state = createState({ ...defaultConfig, modules: ['/board.js', '/draws.js'] });
    const ticker = new Ticker();
    const board = panelModule({
      name: 'authors',
      title: 'AUTHORS',
      readings: [],
      headline: () => ({ figure: '2', caption: 'wrote lately' }),
      rows: () => [{ text: 'Ada: 3' }],
    });
    const draws = {
      init: (scene: WorldScene) => void scene.renderer.getPixelRatio(),
      update: () => undefined,
    };
    const plugins = loadTextPlugins(state, ticker, theme, async (href) =>
      href.endsWith('board.js') ? board : draws,
    );
    await plugins.settled;
    ticker.tick(1 / 60);
    expect(state.world.things.get().map((thing) => [thing.title, thing.rows()])).to.deep.equal([
      ['AUTHORS', ['Ada: 3']],
    ]);
    const [first, second] = ticker.stats().modules;
    expect(first?.failure).to.equal(undefined);
    expect(second?.failure).to.contain('getPixelRatio');
    plugins.unload();
  });
});

describe('deferred modules', () => {
  it('join the loop in order, and leave it in reverse order', async () => {
    const stage = createTestStage();
    const ticker = new Ticker();
    const calls: string[] = [];
    const named = (name: string) => ({
      name,
      note: name,
      module: {
        init: () => calls.push(`+${name}`),
        update: () => calls.push(name),
        dispose: () => calls.push(`-${name}`),
      },
    });
    const plugins = loadDeferredModules(
      { scene: stage.scene, state: createState(), ticker, theme },
      async () => [[named('a')], [named('b')]],
    );
    expect(calls).to.deep.equal([]);
    await plugins.settled;
    ticker.tick(1 / 60);
    plugins.unload();
    expect(calls).to.deep.equal(['+a', 'a', '+b', 'b', 'a', 'b', '-b', '-a']);
    stage.dispose();
  });

  it('arrive behind a ring of light only where that is seen', async () => {
    for (const [name, prepare, arrives] of [
      ['seen', () => undefined, true],
      ['under the painted start view', ({ world }: State) => world.painted.set(true), false],
      ['with reduced motion', ({ world }: State) => world.reducedMotion.set(true), false],
    ] as const) {
      const stage = createTestStage();
      prepare(stage.state);
      const ticker = new Ticker();
      const lamp = new Mesh();
      const module = { init: () => void stage.scene.add(lamp), update: () => undefined };
      const { scene, state } = stage;
      await loadDeferredModules({ scene, state, ticker, theme }, async () => [
        [{ name: 'lamp', note: '', module }],
      ]).settled;
      expect(scene.frame.arrivals.isRunning, name).to.equal(arrives);
      expect(lamp.layers.mask, `${name}: it is shown`).to.equal(1);
      lamp.geometry.dispose();
      stage.dispose();
    }
  });

  it('are reported when their file cannot be loaded, and requested again until it can', async () => {
    const stage = createTestStage();
    const ticker = new Ticker();
    const said: unknown[] = [];
    stage.scene.report = (module, error) => said.push([module, (error as Error).message]);
    const state = createState();
    const missing: (readonly string[])[] = [];
    let attempts = 0;
    let inits = 0;
    await loadDeferredModules(
      { scene: stage.scene, state, ticker, theme },
      async () => {
        if (++attempts < 3) throw new Error('no network');
        return [[{ name: 'late', note: '', module: { init: () => void inits++, update: () => undefined } }]];
      },
      async () => void missing.push(state.missingParts.get()),
    ).settled;
    expect(said).to.deep.equal([['deferred modules', 'no network']]);
    expect(missing).to.deep.equal([['Views, sound and effects'], ['Views, sound and effects']]);
    expect(state.missingParts.get()).to.deep.equal([]);
    expect(inits).to.equal(1);
    stage.dispose();
  });

  it('are not added to a world that was disposed meanwhile', async () => {
    const stage = createTestStage();
    const ticker = new Ticker();
    let inits = 0;
    const plugins = loadDeferredModules(
      { scene: stage.scene, state: createState(), ticker, theme },
      async () => [
        [{ name: 'late', note: '', module: { init: () => void inits++, update: () => undefined } }],
      ],
    );
    plugins.unload();
    await plugins.settled;
    expect(inits).to.equal(0);
    stage.dispose();
  });
});
