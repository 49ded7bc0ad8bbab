import { expect } from '@open-wc/testing';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find, inside, words } from '../app/home-state.ts';
import { startWide } from '../app/show-home.ts';
import { button, open, run, settled, state } from './time-lapse-bar.ts';

describe('the clip of hw-time-lapse', () => {
  startWide();

  it('starts, shows its progress, and is saved or cancelled', async () => {
    const { home, bar } = await open();
    const { video, videoCommand } = state.timeLapse;
    button(bar, 'Record a clip from here').click();
    expect(videoCommand.get().detail).to.equal('start');
    video.set({ phase: 'recording', seconds: 72.4, bytes: 3_210_000 });
    await settled(home);
    expect(words(bar)).to.contain('Recording 1:12 · 3.2 MB');
    expect(inside(bar).querySelector('[aria-label="Day"]'), 'a clip is one of a day').to.equal(null);
    button(bar, 'Stop recording and save the clip').click();
    expect(videoCommand.get().detail).to.equal('stop');
    button(bar, 'Cancel the recording').click();
    expect(videoCommand.get().detail).to.equal('cancel');
    await expect(bar).to.be.accessible();
  });

  it('is saved once, stays after the mode until it is closed, or says why there is none', async () => {
    const { home } = await open();
    const saved: string[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(this.download);
    };
    try {
      const { video, videoCommand } = state.timeLapse;
      video.set({ phase: 'finishing' });
      dispatchView(state, { kind: 'escape' });
      run(0.1);
      await settled(home);
      video.set({
        phase: 'done',
        file: new Blob(['film']),
        fileName: 'home-time-lapse-2026-03-01.webm',
        note: '',
      });
      await settled(home);
      const bar = find(home, 'hw-time-lapse');
      expect(saved).to.deep.equal(['home-time-lapse-2026-03-01.webm']);
      expect(words(bar)).to.contain('Saved home-time-lapse-2026-03-01.webm');
      await expect(bar).to.be.accessible();
      button(bar, 'Close the clip').click();
      expect(videoCommand.get().detail).to.equal('dismiss');
      video.set({ phase: 'failed', cause: 'no encoder' });
      await settled(home);
      expect(words(bar)).to.contain('No clip: no encoder.');
      video.set({ phase: 'idle' });
      await settled(home);
      expect(inside(home).querySelector('hw-time-lapse')).to.equal(null);
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
  });

  it('has a button that says why it cannot record', async () => {
    state.timeLapse.video.set({ phase: 'impossible', cause: 'this browser has no recorder (MediaRecorder)' });
    const { bar } = await open();
    const record = button(bar, 'Record a clip from here');
    expect(record.title).to.equal('Cannot record a clip: this browser has no recorder (MediaRecorder)');
    const before = state.timeLapse.videoCommand.get();
    record.click();
    expect(state.timeLapse.videoCommand.get()).to.equal(before);
  });
});
