import { aTimeout, expect } from '@open-wc/testing';
import { debugHandle } from '../../../components/app/debug-handle.ts';
import { firstContentfulPaint } from '../../../components/app/first-contentful-paint.ts';
import { type Renderer, findGraphics } from '../../../components/app/graphics.ts';
import { preloadWorld, openWorld } from '../../../components/app/world-loader.ts';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';

const found = Promise.resolve({ renderer: 'ANGLE (Some card)' });

describe('opening the world', () => {
  it('loads it where WebGL 2 works, and names the renderer', async () => {
    const state = createState();
    const load = ({ renderer }: Renderer): Promise<string> => Promise.resolve(`drawn by ${renderer}`);
    expect(await openWorld(state, found, load)).to.equal('drawn by ANGLE (Some card)');
    expect(state.world.status.get().phase).to.equal('waiting');
  });

  it('requests the world’s files at once, and detects the renderer after the first paint', async () => {
    const steps: string[] = [];
    let paint = (): void => undefined;
    const painted = new Promise<void>((resolve) => (paint = resolve));
    const find = async (after: Promise<void>): Promise<{ renderer: string }> => {
      await after;
      await aTimeout(0);
      steps.push('found');
      return { renderer: '' };
    };
    const graphics = preloadWorld(() => steps.push('fetching'), find, painted);
    await aTimeout(20);
    expect(steps).to.deep.equal(['fetching']);
    paint();
    await graphics;
    expect(steps).to.deep.equal(['fetching', 'found']);
  });

  it('starts nothing where WebGL 2 is missing, and says why', async () => {
    const state = createState();
    let asked = false;
    await openWorld(state, Promise.resolve({ missing: 'this browser has no WebGL 2.' }), () => {
      asked = true;
      return Promise.resolve();
    });
    expect(asked).to.equal(false);
    expect(state.world.status.get()).to.deep.equal({
      phase: 'unavailable',
      progress: 0,
      note: 'this browser has no WebGL 2.',
    });
  });

  it('requests no file where the browser does not know WebGL 2', async () => {
    const known = Object.getOwnPropertyDescriptor(window, 'WebGL2RenderingContext') as PropertyDescriptor;
    Object.defineProperty(window, 'WebGL2RenderingContext', { configurable: true, value: undefined });
    try {
      let asked = false;
      const graphics = await preloadWorld(() => (asked = true));
      await aTimeout(20);
      expect(asked).to.equal(false);
      expect(graphics).to.deep.equal({ missing: 'this browser has no WebGL 2.' });
    } finally {
      Object.defineProperty(window, 'WebGL2RenderingContext', known);
    }
  });

  it('says that the world’s code cannot be loaded', async () => {
    const state = createState();
    await openWorld(state, found, () => Promise.reject(new Error('404')));
    expect(state.world.status.get().phase).to.equal('unavailable');
    expect(state.world.status.get().note).to.include('404');
  });

  it('continues after a while without a first paint', async () => {
    await firstContentfulPaint(50);
  });
});

describe('detecting the renderer', () => {
  const worker = (text: string): Worker =>
    new Worker(URL.createObjectURL(new Blob([text], { type: 'text/javascript' })));

  it('asks a worker, which names the graphics card or its software replacement', async () => {
    const graphics = (await findGraphics(Promise.resolve())) as Renderer;
    expect(graphics.renderer).to.not.equal('');
    expect(await graphics.frameMs).to.be.within(0, 60_000);
  });

  it('takes a worker that names the renderer and then draws nothing for as slow as the wait', async () => {
    for (const [text, frameMs] of [
      ['onmessage = () => postMessage("SwiftShader")', 300],
      ['onmessage = () => { postMessage("SwiftShader"); postMessage(20) }', 20],
      ['onmessage = () => { postMessage("SwiftShader"); throw 1 }', 0],
    ] as const) {
      const graphics = (await findGraphics(Promise.resolve(), () => worker(text), 300)) as Renderer;
      expect(graphics.renderer).to.equal('SwiftShader');
      expect(await graphics.frameMs).to.equal(frameMs);
    }
  });

  const forbidden = (): Worker => {
    throw new Error('forbidden');
  };

  it('asks on the page where the worker has no WebGL, crashes, does not answer or is forbidden', async () => {
    // Without the name, a world without a graphics card would be drawn with antialiasing.
    const { renderer } = (await findGraphics(Promise.resolve())) as Renderer;
    for (const start of [
      () => worker('onmessage = () => postMessage(null)'),
      () => worker('throw 1'),
      () => worker(''),
      forbidden,
    ])
      expect(await findGraphics(Promise.resolve(), start, 300)).to.deep.equal({ renderer });
  });

  it('says that the page refuses a context, or fails to make one', async () => {
    const { getContext } = HTMLCanvasElement.prototype;
    const throwing = (): never => {
      throw new Error('broken driver');
    };
    try {
      for (const refusing of [() => null, throwing]) {
        HTMLCanvasElement.prototype.getContext = refusing;
        expect(await findGraphics(Promise.resolve(), forbidden))
          .to.have.property('missing')
          .that.includes('refused');
      }
    } finally {
      HTMLCanvasElement.prototype.getContext = getContext;
    }
  });
});

describe('the debug handle', () => {
  it('is on the window while debug is on', () => {
    const state = createState();
    const module = debugHandle(() => ({ state }));
    module.init(undefined, state, theme);
    module.update(0, 0);
    expect('homeWorld' in window).to.equal(false);
    state.panels.debug.set(true);
    module.update(0, 0);
    expect(window.homeWorld).to.deep.equal({ state });
    state.panels.debug.set(false);
    module.update(0, 0);
    expect('homeWorld' in window).to.equal(false);
    state.panels.debug.set(true);
    module.update(0, 0);
    module.dispose?.();
    expect('homeWorld' in window).to.equal(false);
  });
});
