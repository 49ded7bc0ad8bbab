import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/hud/hints.ts';
import type { StateElement } from '../../../components/shared/state-element.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find, words } from '../app/home-state.ts';
import { readyState } from '../app/show-home.ts';

const show = (state: State) => fixture<StateElement>(html`<hw-hints .state=${state}></hw-hints>`);
const announced = (element: Element): string => find(element, '[role=status]').textContent?.trim() ?? '';

describe('hw-hints', () => {
  beforeEach(() => localStorage.setItem('home-world.first-words', 'yes'));

  it('shows the list of keys while the visitor walks, and not in a view', async () => {
    const state = readyState();
    const element = await show(state);
    expect(words(element)).to.include('W A S D walk');
    for (const mode of ['time-lapse', 'overview'] as const) {
      dispatchView(state, { kind: 'enter', mode });
      await element.updateComplete;
      expect(words(element), mode).to.equal('');
    }
    dispatchView(state, { kind: 'escape' });
    await element.updateComplete;
    expect(words(element)).to.include('W A S D walk');
  });

  it('says where a link leads until the visitor is there', async () => {
    const state = readyState();
    const element = await show(state);
    state.world.hint.set({ label: 'Timmy', action: 'E — talk' });
    for (const [place, name] of [
      [{ kind: 'panel', name: 'heatmap' }, 'the commits in the floor'],
      [{ kind: 'panel', name: 'lantern' }, 'lantern'],
      [{ kind: 'portal', id: 'garden' }, 'The garden'],
    ] as const) {
      state.world.goTo.set(place);
      await element.updateComplete;
      expect(find(element, '.hint').textContent?.trim()).to.equal(`On the way to ${name}`);
      expect(announced(element)).to.equal(`On the way to ${name}.`);
    }
    state.world.goTo.set(undefined);
    await element.updateComplete;
    expect(words(element)).to.include('E — talk');
  });

  it('says that a link leads nowhere, and why', async () => {
    const state = readyState();
    const element = await show(state);
    for (const [wanted, text] of [
      [{ kind: 'portal', id: 'attic' }, 'Cannot reach the portal “attic”: this home has none of that name'],
      [{ kind: 'panel', name: 'lantern' }, 'Cannot reach “lantern”: this home has nothing of that name'],
      [{ kind: 'panel', name: 'oath' }, 'Cannot reach the oath stone'],
    ] as const) {
      state.world.goTo.set({ kind: 'nowhere', wanted });
      await element.updateComplete;
      expect(find(element, '.hint').textContent?.trim()).to.equal(text);
      expect(announced(element)).to.equal(`${text}.`);
    }
    state.readings.portalRecords.set({ state: 'loading', source: 'portals.json' });
    state.world.goTo.set({ kind: 'nowhere', wanted: { kind: 'portal', id: 'attic' } });
    await element.updateComplete;
    expect(announced(element)).to.equal('Cannot reach the portal “attic”: the portals are not known yet.');
  });

  it('names nothing while a day is replayed, and announces nothing, until the visitor pauses it', async () => {
    const state = readyState();
    dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
    state.timeLapse.playing.set(true);
    const element = await show(state);
    for (const author of ['Ada', 'Brook', 'Cleo']) {
      state.world.hint.set({ label: `Last commits: just now by ${author}`, action: 'E — read' });
      await element.updateComplete;
      expect(words(element)).to.equal('');
    }
    state.timeLapse.playing.set(false);
    await element.updateComplete;
    expect(announced(element)).to.equal('Last commits: just now by Cleo. E — read');
    expect(words(element)).to.include('E — read');
  });
});
