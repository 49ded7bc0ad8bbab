import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { HwChat } from '../../../components/chat/chat.ts';
import { quietNarration } from '../../../data/speech/narration.ts';
import type { State } from '../../../data/state.ts';
import { find, inside, liveState } from '../app/home-state.ts';
import { FakeRecognition, fakeRecognition } from './fake-recognition.ts';
import { composerOf, fieldOf, openChat, sent } from './open-chat.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const words = ({ textContent }: Element): string => (textContent ?? '').replace(/\s+/g, ' ').trim();
const button = (element: HwChat): HTMLButtonElement => find(composerOf(element), '.talk');
const said = (element: HwChat): string => words(find(composerOf(element), '[role=status]'));
const alert = (element: HwChat): string => words(find(composerOf(element), '[role=alert]'));
const isOn = (element: HwChat): boolean => button(element).getAttribute('aria-pressed') === 'true';
/** The recognition of the last use. */
const recognition = (): FakeRecognition => FakeRecognition.made.at(-1) as FakeRecognition;

/** The open chat of a visitor who has agreed before. */
async function open(state = liveState()): Promise<{ element: HwChat; state: State }> {
  localStorage.setItem('home-world.talk-agreed', 'browser');
  return openChat([], state);
}

/** An event of a pointer, `at` milliseconds after the first one. */
const pointer = (type: string, at: number): PointerEvent => {
  const event = new PointerEvent(type, { bubbles: true, composed: true, button: 0 });
  Object.defineProperty(event, 'timeStamp', { value: 1_000 + at });
  return event;
};

async function hold(element: HwChat): Promise<void> {
  button(element).dispatchEvent(pointer('pointerdown', 0));
  await composerOf(element).updateComplete;
}

async function release(element: HwChat, after: number): Promise<void> {
  window.dispatchEvent(pointer('pointerup', after));
  await composerOf(element).updateComplete;
}

describe('talking in the chat', () => {
  fakeRecognition();

  it('says before the first use where the sound goes, and starts when the visitor agrees', async () => {
    const { element } = await openChat();
    button(element).focus();
    await sendKeys({ press: 'Enter' });
    const ask = find(composerOf(element), '.ask');
    expect(words(ask)).to.include(
      'It may send the sound to a server of its maker for that, as Chrome does to Google',
    );
    expect(FakeRecognition.made).to.have.length(0);
    expect(composerOf(element).shadowRoot?.activeElement).to.equal(find(composerOf(element), '.agree'));
    await expect(element).to.be.accessible();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => isOn(element) && recognition().calls.join() === 'start');
    expect(composerOf(element).shadowRoot?.activeElement).to.equal(button(element));
    expect(recognition()).to.include({ lang: navigator.language, continuous: true, interimResults: true });
    expect(recognition().processLocally).to.equal(false);
    expect(said(element)).to.equal('Listening. Press again or Esc to stop.');
    await expect(element).to.be.accessible();
  });

  it('asks no second time, and starts nothing for a visitor who does not agree', async () => {
    const { element } = await openChat();
    button(element).click();
    await composerOf(element).updateComplete;
    find<HTMLButtonElement>(composerOf(element), '.ask .action:not(.agree)').click();
    await composerOf(element).updateComplete;
    expect(inside(composerOf(element)).querySelector('.ask')).to.equal(null);
    expect(FakeRecognition.made).to.have.length(0);
    button(element).click();
    await composerOf(element).updateComplete;
    find<HTMLButtonElement>(composerOf(element), '.agree').click();
    await composerOf(element).updateComplete;
    button(element).click();
    recognition().end();
    await composerOf(element).updateComplete;
    button(element).click();
    expect(FakeRecognition.made).to.have.length(2);
  });

  it('stays on the device where the browser can do so, and says it', async () => {
    FakeRecognition.onDevice = 'available';
    const { element } = await openChat();
    button(element).click();
    await composerOf(element).updateComplete;
    await waitUntil(() => words(find(composerOf(element), '.ask')).includes('on this device'));
    find<HTMLButtonElement>(composerOf(element), '.agree').click();
    expect(recognition().processLocally).to.equal(true);
  });

  it('asks again a visitor who agreed to the device when the sound may go elsewhere', async () => {
    localStorage.setItem('home-world.talk-agreed', 'device');
    const { element } = await openChat();
    button(element).click();
    await composerOf(element).updateComplete;
    expect(words(find(composerOf(element), '.ask'))).to.include('a server of its maker');
  });

  it('writes the words behind the draft, and sends nothing after a press', async () => {
    const { element, state } = await open();
    fieldOf(element).value = 'Please';
    fieldOf(element).dispatchEvent(new Event('input'));
    await hold(element);
    expect(said(element)).to.equal('Listening. Release to send.');
    await release(element, 150);
    expect(said(element)).to.equal('Listening. Press again or Esc to stop.');
    recognition().hear('take me');
    recognition().hear('take me', ' to the oath');
    await composerOf(element).updateComplete;
    expect(fieldOf(element).value).to.equal('Please take me to the oath');
    await hold(element);
    expect(recognition().calls).to.deep.equal(['start', 'stop']);
    recognition().hear('take me', ' to the oath stone');
    recognition().end();
    await composerOf(element).updateComplete;
    expect(isOn(element)).to.equal(false);
    expect(fieldOf(element).value).to.equal('Please take me to the oath stone');
    expect(sent(state)).to.deep.equal([]);
  });

  it('sends what was said while the button was held, with its last words', async () => {
    const { element, state } = await open();
    await hold(element);
    recognition().hear('what is');
    await release(element, 900);
    expect(said(element)).to.equal('Writing what you said.');
    expect(sent(state)).to.deep.equal([]);
    recognition().hear('what is new');
    recognition().end();
    await composerOf(element).updateComplete;
    expect(sent(state)).to.deep.equal(['what is new']);
    expect(fieldOf(element).value).to.equal('');
  });

  it('also sends if the browser ends the recognition while the button is held, but sends nothing after a failure', async () => {
    const { element, state } = await open();
    await hold(element);
    recognition().hear('status');
    recognition().end();
    await release(element, 2_000);
    expect(sent(state)).to.deep.equal(['status']);
    await hold(element);
    recognition().hear('half a');
    recognition().fail('network');
    await release(element, 2_000);
    expect(sent(state)).to.deep.equal(['status']);
    expect(fieldOf(element).value).to.equal('half a');
  });

  it('ends with Esc, which keeps the words and closes nothing else', async () => {
    const { element, state } = await open();
    button(element).click();
    recognition().hear('not yet');
    let passed = false;
    const onKey = (): void => void (passed = true);
    window.addEventListener('keydown', onKey);
    await sendKeys({ press: 'Escape' });
    window.removeEventListener('keydown', onKey);
    expect(passed).to.equal(false);
    expect(recognition().calls).to.deep.equal(['start', 'stop']);
    recognition().end();
    await composerOf(element).updateComplete;
    expect(fieldOf(element).value).to.equal('not yet');
    expect(sent(state)).to.deep.equal([]);
  });

  it('gives way to typing, and to sending by hand', async () => {
    const { element, state } = await open();
    button(element).click();
    const first = recognition();
    first.hear('hello');
    await composerOf(element).updateComplete;
    fieldOf(element).focus();
    await sendKeys({ type: '!' });
    expect(first.calls).to.deep.equal(['start', 'abort']);
    first.hear('hello there');
    await composerOf(element).updateComplete;
    expect(fieldOf(element).value).to.equal('hello!');
    button(element).click();
    recognition().hear('world');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => sent(state).length === 1);
    expect(sent(state)).to.deep.equal(['hello! world']);
    recognition().hear('world again');
    await composerOf(element).updateComplete;
    expect(fieldOf(element).value).to.equal('');
  });

  it('is never on while something is read aloud', async () => {
    const { element, state } = await open();
    state.narration.set({ ...quietNarration, phase: 'speaking', total: 3 });
    await composerOf(element).updateComplete;
    button(element).click();
    expect(state.narrate.get().detail.kind).to.equal('stop');
    expect(recognition().calls).to.deep.equal(['start']);
    state.narration.set(quietNarration);
    await composerOf(element).updateComplete;
    expect(isOn(element)).to.equal(true);
    state.narration.set({ ...quietNarration, phase: 'speaking', total: 3 });
    await waitUntil(() => !isOn(element));
    expect(recognition().calls).to.deep.equal(['start', 'abort']);
  });

  it('ends when the chat is closed or taken off the page', async () => {
    const { element, state } = await open();
    button(element).click();
    state.panels.chat.set(false);
    await waitUntil(() => recognition().calls.includes('abort'));
    state.panels.chat.set(true);
    await waitUntil(() => !isOn(element));
    button(element).click();
    element.remove();
    expect(recognition().calls).to.deep.equal(['start', 'abort']);
  });

  for (const [code, sentence] of [
    ['not-allowed', 'This page may not use the microphone'],
    ['no-speech', 'No words were heard'],
    ['network', 'The browser’s speech service cannot be reached'],
    ['audio-capture', 'No microphone was found'],
  ] as const)
    it(`says in a sentence what to do about “${code}”`, async () => {
      const { element } = await open();
      button(element).click();
      recognition().fail(code);
      await composerOf(element).updateComplete;
      expect(alert(element)).to.include(sentence);
      expect(isOn(element)).to.equal(false);
      expect(fieldOf(element).hasAttribute('aria-invalid')).to.equal(false);
      await expect(element).to.be.accessible();
      button(element).click();
      await composerOf(element).updateComplete;
      expect(alert(element), 'at the next use').to.equal('');
    });

  it('has no button if the browser has no speech recognition', async () => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
      Object.defineProperty(window, name, { value: undefined, configurable: true, writable: true });
    const { element } = await openChat();
    expect(inside(composerOf(element)).querySelector('.talk')).to.equal(null);
  });
});
