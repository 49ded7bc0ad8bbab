import { expect } from '@open-wc/testing';
import { debugHandle } from '../../../components/shell/debug-handle.ts';
import { firstContentfulPaint } from '../../../components/shell/first-paint.ts';
import { missingWebGL, openWorld } from '../../../components/shell/open-world.ts';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';

const none = (): undefined => undefined;

describe('opening the world', () => {
  it('loads it where WebGL 2 works', async () => {
    const state = createState();
    expect(await openWorld(state, () => Promise.resolve('world'), none)).to.equal('world');
    expect(state.world.status.get().phase).to.equal('waiting');
  });

  it('asks for nothing where WebGL 2 is missing, and says why', async () => {
    const state = createState();
    let asked = false;
    await openWorld(
      state,
      () => {
        asked = true;
        return Promise.resolve();
      },
      () => 'this browser has no WebGL 2.',
    );
    expect(asked).to.equal(false);
    expect(state.world.status.get()).to.deep.equal({
      phase: 'unavailable',
      progress: 0,
      note: 'this browser has no WebGL 2.',
    });
  });

  it('says so when the world’s code cannot be had', async () => {
    const state = createState();
    await openWorld(state, () => Promise.reject(new Error('404')), none);
    expect(state.world.status.get().phase).to.equal('unavailable');
    expect(state.world.status.get().note).to.include('404');
  });

  it('tells a refused context from a working one', () => {
    const refused = document.createElement('canvas');
    refused.getContext('2d');
    expect(missingWebGL(() => refused)).to.include('refused');
    expect(missingWebGL()).to.equal(undefined);
  });

  it('goes on without a first paint after a while', async () => {
    await firstContentfulPaint(50);
  });
});

describe('the debug handle', () => {
  it('is on the window while debug is on', () => {
    const state = createState();
    const module = debugHandle(() => ({ state }));
    module.init(undefined, state, theme);
    module.update(0, 0);
    expect('homeWorld' in window).to.equal(false);
    state.debug.set(true);
    module.update(0, 0);
    expect(window.homeWorld).to.deep.equal({ state });
    state.debug.set(false);
    module.update(0, 0);
    expect('homeWorld' in window).to.equal(false);
    state.debug.set(true);
    module.update(0, 0);
    module.dispose?.();
    expect('homeWorld' in window).to.equal(false);
  });
});
