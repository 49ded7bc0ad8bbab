import { expect } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial, Object3D, PlaneGeometry, ShaderMaterial } from 'three';
import { defaultConfig } from '../../data/config/config.ts';
import { type State, createState } from '../../data/state.ts';
import { theme } from '../../theme/theme.ts';
import { loadPlugins } from '../../world/core/module-loader.ts';
import type { WorldModule, NamedModule } from '../../world/core/define-module.ts';
import type { WorldScene } from '../../world/core/scene/scene.ts';
import { Ticker } from '../../world/core/ticker.ts';
import { worldModules } from '../../world/modules.ts';
import { type World, startWorld } from '../../world/world.ts';

const VERTEX = 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }';
const BROKEN = 'void main() { gl_FragColor = vec4(noSuchColour, 1.0); }';
/** A few modules that show whether the rest is drawn. */
const FEW = new Set(['walk', 'lights', 'sky', 'stars', 'island']);
const broken = (): ShaderMaterial => new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: BROKEN });

/** A module that shows one mesh directly in front of the visitor. */
function showing(
  make: () => Object3D,
  update: (object: Object3D) => void = () => undefined,
): WorldModule & { object: Object3D } {
  const module = {
    object: new Object3D(),
    init(scene: WorldScene) {
      module.object = make();
      module.object.position.set(0, 2, 4);
      scene.add(module.object);
    },
    update: () => update(module.object),
    dispose: () => module.object.removeFromParent(),
  };
  return module;
}
const brokenMesh = (): Mesh => new Mesh(new PlaneGeometry(), broken());
const named = (name: string, module: WorldModule): NamedModule => ({ name, module, note: name });

interface Home {
  readonly world: World;
  readonly ticker: Ticker;
  readonly state: State;
  /** Names of the reported modules, once per report. */
  readonly told: string[];
  failureOf(name: string): string | undefined;
  /** Draws some frames; returns the errors of the graphics context. */
  frames(): number;
  stop(): void;
}

async function open(extra: readonly NamedModule[], quality: 'lowest' | 'highest' = 'lowest'): Promise<Home> {
  const box = document.createElement('div');
  box.style.cssText = 'width: 96px; height: 54px';
  const canvas = document.createElement('canvas');
  box.append(canvas);
  document.body.append(box);
  const state = createState(defaultConfig);
  const told: string[] = [];
  const ticker = new Ticker({ onFailure: (name) => told.push(name) });
  const modules = [...worldModules.filter(({ name }) => FEW.has(name)), ...extra];
  const world = await startWorld({ canvas, state, ticker, theme, quality, modules });
  if (!world) throw new Error('no WebGL');
  const { renderer } = world.scene;
  const gl = renderer.getContext();
  return {
    world,
    ticker,
    state,
    told,
    failureOf: (name) => ticker.stats().modules.find((record) => record.name === name)?.failure,
    frames() {
      gl.getError();
      for (let i = 0; i < 4; i++) ticker.tick(1 / 60);
      return gl.getError();
    },
    stop() {
      world.dispose();
      renderer.forceContextLoss();
      box.remove();
    },
  };
}

describe('a module whose shader does not compile', () => {
  for (const quality of ['lowest', 'highest'] as const)
    it(`reports it once with the driver’s reason, hides its object, and keeps the world running (${quality})`, async () => {
      let updates = 0;
      const bad = showing(brokenMesh, (object) => {
        // The module does not know about the failure and shows its object again.
        object.visible = true;
        updates += 1;
      });
      const home = await open([named('bad', bad)], quality);
      expect(home.told).to.deep.equal(['bad']);
      expect(home.failureOf('bad')).to.match(/shader does not compile.*noSuchColour/);
      updates = 0;
      expect(home.frames()).to.equal(0);
      expect(updates, 'it goes on').to.equal(4);
      const calls = home.ticker.stats().drawCalls;
      expect(calls).to.be.greaterThan(3);
      bad.object.removeFromParent();
      home.frames();
      expect(home.ticker.stats().drawCalls, 'it was not drawn').to.equal(calls);
      expect(home.told).to.have.length(1);
      home.stop();
    });

  it('is reported too when it is added after the first frame', async () => {
    let made: Mesh | undefined;
    const late: WorldModule = {
      init: () => undefined,
      update: () => undefined,
      dispose: () => made?.removeFromParent(),
    };
    const home = await open([named('late', late)]);
    expect(home.frames()).to.equal(0);
    late.update = () => {
      if (made) return;
      made = brokenMesh();
      made.position.set(0, 2, 4);
      home.world.scene.add(made);
    };
    home.frames();
    expect(home.failureOf('late')).to.contain('shader does not compile');
    expect(home.frames(), 'the frames after it are well').to.equal(0);
    expect(home.told).to.deep.equal(['late']);
    home.stop();
  });

  it('is never drawn when it is a plugin, while the next plugin is drawn', async () => {
    const home = await open([]);
    home.state.config.set({ ...defaultConfig, modules: ['/bad.js', '/good.js'] });
    const drawn: string[] = [];
    const good = (): Mesh => {
      const mesh = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
      mesh.onBeforeRender = () => drawn.push('good');
      return mesh;
    };
    const bad = (): Mesh => {
      const mesh = brokenMesh();
      mesh.onBeforeRender = () => drawn.push('bad');
      return mesh;
    };
    const load = async (href: string): Promise<unknown> => showing(href.endsWith('bad.js') ? bad : good);
    const { state, ticker } = home;
    const plugins = loadPlugins({ scene: home.world.scene, state, ticker, theme }, load);
    expect(home.frames(), 'frames while they come in').to.equal(0);
    await plugins.settled;
    expect(home.frames()).to.equal(0);
    expect(home.failureOf('/bad.js')).to.contain('shader does not compile');
    expect(home.failureOf('/good.js')).to.equal(undefined);
    expect(drawn).to.include('good');
    expect(drawn).not.to.include('bad');
    plugins.unload();
    home.stop();
  });

  it('does not stop the world from opening when three.js cannot assemble the shader', async () => {
    const material = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: '#include <nothing>' });
    const home = await open([
      named(
        'bad',
        showing(() => new Mesh(new PlaneGeometry(), material)),
      ),
    ]);
    expect(home.failureOf('bad')).to.contain('nothing');
    expect(home.frames()).to.equal(0);
    expect(home.ticker.stats().drawCalls).to.be.greaterThan(3);
    expect(home.told).to.deep.equal(['bad']);
    home.stop();
  });
});

describe('a module with an object that cannot be drawn', () => {
  const throwing = (): Mesh => {
    const mesh = new Mesh(new PlaneGeometry(), new MeshBasicMaterial());
    mesh.onBeforeRender = () => {
      throw new Error('not today');
    };
    return mesh;
  };

  it('is reported, and its object hidden, before the world opens', async () => {
    const home = await open([named('bad', showing(throwing))]);
    expect(home.failureOf('bad')).to.equal('not today');
    expect(home.frames()).to.equal(0);
    expect(home.ticker.stats().drawCalls).to.be.greaterThan(3);
    expect(home.told).to.deep.equal(['bad']);
    home.stop();
  });

  for (const quality of ['lowest', 'highest'] as const)
    it(`is reported, and its object hidden, in the frame where it starts to fail (${quality})`, async () => {
      const module = showing(() => new Mesh(new PlaneGeometry(), new MeshBasicMaterial()));
      const home = await open([named('bad', module)], quality);
      home.frames();
      const calls = home.ticker.stats().drawCalls;
      module.object.onBeforeRender = () => {
        throw new Error('not any more');
      };
      expect(home.frames()).to.equal(0);
      expect(home.failureOf('bad')).to.equal('not any more');
      expect(home.ticker.stats().drawCalls).to.equal(calls - 1);
      expect(home.told).to.deep.equal(['bad']);
      home.stop();
    });
});

describe('a module that throws', () => {
  const odd = new Proxy(new Error('odd'), {
    get() {
      throw new Error('nested');
    },
  });
  const text = { toString: (): string => ({}) as string };
  for (const [what, thrown] of [
    ['what throws when it is asked for its text', odd],
    ['what has no text', text],
    ['nothing', undefined],
  ] as const)
    for (const step of ['init', 'update', 'dispose'] as const)
      it(`in ${step}, throwing ${what}, does not stop other modules`, () => {
        let updates = 0;
        const told: string[] = [];
        const ticker = new Ticker({
          onFailure(name, error) {
            // A console that prints it does the same.
            if (String(error) !== '') told.push(name);
          },
        });
        const scene = {} as WorldScene;
        const state = createState();
        const fail = (): never => {
          throw thrown as Error;
        };
        const bad: WorldModule = { init: () => undefined, update: () => undefined, [step]: fail };
        ticker.add('bad', bad, 'world', scene, state, theme);
        const good: WorldModule = { init: () => undefined, update: () => void updates++ };
        ticker.add('good', good, 'world', scene, state, theme);
        for (let i = 0; i < 3; i++) ticker.tick(1 / 60);
        expect(updates).to.equal(3);
        const failure = ticker.stats().modules[0]?.failure;
        if (step !== 'dispose') expect(failure).to.be.a('string').that.is.not.equal('');
        ticker.dispose();
        expect(told).to.deep.equal(['bad']);
      });
});
