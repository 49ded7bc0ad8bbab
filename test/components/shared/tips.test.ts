import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/shared/tips.ts';
import type { HwTips } from '../../../components/shared/tips.ts';
import type { State } from '../../../data/state.ts';
import { liveState } from '../app/home-state.ts';

describe('hw-tips', () => {
  let state: State;
  let tips: HwTips;
  beforeEach(async () => {
    sessionStorage.clear();
    state = liveState();
    tips = await fixture(html`<hw-tips .state=${state}></hw-tips>`);
  });
  const said = async (): Promise<string> => {
    await tips.updateComplete;
    await tips.updateComplete;
    return (tips.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ').trim();
  };

  it('says once that Esc releases the mouse, while it is captured', async () => {
    expect(await said()).to.equal('');
    state.world.pointer.set('taken');
    expect(await said()).to.equal('Esc releases the mouse');
    await expect(tips).to.be.accessible();
    state.world.pointer.set('free');
    expect(await said()).to.equal('');
    state.world.pointer.set('taken');
    expect(await said()).to.equal('');
  });

  it('says that dragging looks around where the browser does not capture the mouse', async () => {
    state.world.pointer.set('refused');
    expect(await said()).to.contain('drag to look around');
  });

  it('explains a gamepad, or only its sticks when its layout is unknown', async () => {
    state.world.gamepad.set('sticks');
    expect(await said()).to.equal('left stick walk right stick look');
    state.world.gamepad.set('none');
    expect(await said()).to.equal('');
    state.world.gamepad.set('whole');
    expect(await said()).to.contain('A act');
    state.world.gamepad.set('none');
    state.world.gamepad.set('whole');
    expect(await said()).to.contain('A act');
    state.world.gamepad.set('none');
    expect(await said()).to.equal('');
    state.world.gamepad.set('whole');
    expect(await said()).to.equal('');
  });

  it('closes after some seconds', async () => {
    const { setTimeout: real } = window;
    let later: (() => void) | undefined;
    window.setTimeout = ((run: () => void) => {
      later = run;
      return 0;
    }) as typeof window.setTimeout;
    state.world.pointer.set('taken');
    expect(await said()).to.contain('Esc');
    window.setTimeout = real;
    later?.();
    expect(await said()).to.equal('');
  });

  it('is shown once, even where the browser saves nothing', async () => {
    const { getItem, setItem } = Storage.prototype;
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse });
    try {
      state.world.pointer.set('refused');
      expect(await said()).to.contain('drag');
      state.world.pointer.set('free');
      expect(await said()).to.equal('');
      state.world.pointer.set('refused');
      expect(await said()).to.equal('');
    } finally {
      Object.assign(Storage.prototype, { getItem, setItem });
    }
  });
});
