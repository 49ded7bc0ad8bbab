import { expect, fixture, html } from '@open-wc/testing';
import { animationsEnded } from '../../helpers/waiting.ts';
import '../../../components/notices/news.ts';
import type { StateElement } from '../../../components/shared/state-element.ts';
import { emit } from '../../../data/core/event.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find, liveState, words } from '../app/home-state.ts';

const commit = (author: string, title: string): Commit => ({ sha: title, author, authoredAt: 0, title });

describe('hw-news', () => {
  const show = async (state = liveState()) => {
    const element = await fixture<StateElement>(html`<hw-news .state=${state}></hw-news>`);
    const settled = async (): Promise<string> => {
      // One render for the event, one for the line.
      await element.updateComplete;
      await element.updateComplete;
      return words(element);
    };
    return { state, element, settled };
  };

  it('announces a new commit in one line, as a polite status', async () => {
    const { state, element, settled } = await show();
    expect(await settled()).to.equal('');
    emit(state.commitFired, [commit('Ben', 'Enable nesting')]);
    expect(await settled()).to.equal('Ben · Enable nesting');
    expect(find(element, '[role=status]').textContent).to.include('Ben');
    await animationsEnded(element);
    await expect(element).to.be.accessible();
  });

  it('counts both of two in one frame, and keeps one line at a time', async () => {
    const { state, element, settled } = await show();
    emit(state.commitFired, [commit('Ben', 'One')]);
    emit(state.commitFired, [commit('Ada', 'Two')]);
    expect(await settled()).to.equal('2 commits by Ada and Ben');
    emit(state.mergeFlash, 'Three');
    expect(await settled(), 'the next line waits').to.equal('2 commits by Ada and Ben');
    expect(element.shadowRoot?.querySelectorAll('p')).to.have.length(1);
  });

  it('is silent in a time-lapse, which has its own commits', async () => {
    const { state, settled } = await show();
    dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
    emit(state.commitFired, [commit('Ben', 'One')]);
    expect(await settled()).to.equal('');
  });
});
