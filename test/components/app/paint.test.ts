import { expect, fixture, html } from '@open-wc/testing';
import { letPaintGo } from '../../../components/app/paint.ts';
import { createState, type State } from '../../../data/state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

async function show(state: State): Promise<{ page: HTMLElement; paint: HTMLElement; end: () => void }> {
  const page = await fixture<HTMLElement>(
    html`<div>
      <picture class="paint"><img alt="" /></picture>
    </div>`,
  );
  const paint = page.firstElementChild as HTMLElement;
  return { page, paint, end: letPaintGo(page, state) };
}
const ready = (state: State) => state.world.status.set({ phase: 'ready', progress: 1, note: '' });
const isGone = (page: HTMLElement) => () => page.querySelector('.paint') === null;
/** Long enough for signals that are watched in microtasks. */
const settled = () => new Promise((done) => setTimeout(done, 20));

describe('the painted start view', () => {
  it('stays over the first frame until everything in it has arrived, and then fades out', async () => {
    const state = createState();
    const { page, paint } = await show(state);
    ready(state);
    await settled();
    expect(paint.getAnimations()).to.have.length(0);
    state.world.complete.set(true);
    await settled();
    expect(page.contains(paint)).to.equal(true);
    const [fade] = paint.getAnimations();
    expect(fade?.effect?.getComputedTiming().endTime).to.be.at.most(400);
    await waitUntil(isGone(page), 'it is gone');
  });

  it('goes at the first frame for a visitor who begins to move', async () => {
    const state = createState();
    const { page } = await show(state);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'w' }));
    await settled();
    expect(isGone(page)()).to.equal(false);
    ready(state);
    await waitUntil(isGone(page), 'it is gone');
  });

  it('goes at the first frame where the world shows another place or view', async () => {
    for (const lead of [
      (state: State) => state.world.goTo.set({ kind: 'panel', name: 'oath' }),
      (state: State) => state.view.set({ mode: 'overview', navigation: 'walk' }),
    ]) {
      const state = createState();
      const { page } = await show(state);
      lead(state);
      ready(state);
      await waitUntil(isGone(page), 'it is gone');
    }
  });

  it('is simply removed with reduced motion', async () => {
    const state = createState();
    state.world.reducedMotion.set(true);
    state.world.painted.set(true);
    const { page, paint } = await show(state);
    ready(state);
    state.world.complete.set(true);
    await settled();
    expect(paint.getAnimations()).to.have.length(0);
    expect(isGone(page)()).to.equal(true);
    expect(state.world.painted.get(), 'for the rest of the page').to.equal(false);
  });

  it('stays where there is no world', async () => {
    const state = createState();
    const { page } = await show(state);
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'this browser has no WebGL 2.' });
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'w' }));
    await settled();
    expect(isGone(page)()).to.equal(false);
  });

  it('stays when the page no longer follows it', async () => {
    const state = createState();
    const { page, end } = await show(state);
    end();
    ready(state);
    state.world.complete.set(true);
    await settled();
    expect(isGone(page)()).to.equal(false);
  });
});
