import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { DataModule } from '../../../data/core/module.ts';
import { NO_ANSWER, NO_VOICE } from '../../../data/speech/narration-problems.ts';
import {
  type NarrationCommand,
  isNarrated,
  narrate,
  toggleNarration,
} from '../../../data/speech/narration.ts';
import { createNarrator } from '../../../data/speech/narrator.ts';
import { dayOf, digestOf } from '../../../data/speech/podcast.ts';
import { voiceFor } from '../../../data/speech/speech.ts';
import { type State, createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { ScriptedSpeech, voice } from '../../helpers/scripted-speech.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const SOUL =
  '# The oath\n\nI keep the door open. Everybody may leave by any door. Nobody needs a key to come in.';
const LINES = [
  'The oath',
  'I keep the door open.',
  'Everybody may leave by any door.',
  'Nobody needs a key to come in.',
];

let state: State;
let speech: ScriptedSpeech;
let window: EventTarget;
let narrator: DataModule<State>;
let now: number;
let hidden: boolean;

function begin(given: ScriptedSpeech | undefined = speech): void {
  narrator = createNarrator({
    speech: given,
    window,
    monotonicNow: () => now,
    isHidden: () => hidden,
    language: () => 'en',
  });
  narrator.init(undefined, state, theme);
}
/** Milliseconds go by, frame by frame. */
function pass(milliseconds: number, frame = 50): void {
  for (let gone = 0; gone < milliseconds; gone += frame) {
    now += frame;
    narrator.update(0, frame / 1000);
  }
}
/** The visitor presses something; the narrator hears of it in a microtask. */
async function press(command: NarrationCommand['kind'] | NarrationCommand): Promise<void> {
  narrate(state, typeof command === 'string' ? ({ kind: command } as NarrationCommand) : command);
  await Promise.resolve();
  await Promise.resolve();
}
const listen = (what: 'podcast' | 'soul' = 'soul'): Promise<void> => press({ kind: 'start', what });
/** Speaks the sentence at hand to its end. */
function say(milliseconds = 2000): void {
  pass(100);
  speech.start();
  pass(milliseconds);
  speech.end();
}
const at = () => {
  const { phase, silent, sentence, text, problem } = state.narration.get();
  return [phase, silent, sentence, text, problem];
};

beforeEach(() => {
  state = createState(undefined, { now: NOW });
  state.readings.soul.set({ state: 'live', source: 'soul.md', fetchedAt: NOW, value: SOUL });
  speech = new ScriptedSpeech();
  window = new EventTarget();
  now = NOW;
  hidden = false;
});
afterEach(() => narrator.dispose?.());

describe('the narrator', () => {
  it('reads sentence by sentence, and rests at the end', async () => {
    begin();
    assert.deepEqual(at(), ['idle', false, 0, '', '']);
    await listen();
    for (const [i, line] of LINES.entries()) {
      assert.deepEqual(at(), ['speaking', false, i, line, '']);
      assert.equal(state.narration.get().total, LINES.length);
      pass(100);
      assert.equal(speech.words, line);
      say();
    }
    assert.deepEqual(at(), ['idle', false, 0, '', '']);
    assert.deepEqual(
      speech.asked.map(({ text }) => text),
      LINES,
    );
    assert.equal(state.narration.get().what, 'soul');
  });

  it('speaks in the task of the press where nothing is spoken: browsers ask for a gesture', async () => {
    begin();
    await listen();
    assert.equal(speech.words, 'The oath');
  });

  it('reads the digest of the day as podcast', async () => {
    begin();
    await listen('podcast');
    assert.equal(speech.words, digestOf(dayOf(state))[0]);
    assert.equal(isNarrated(state, 'podcast'), true);
    assert.equal(isNarrated(state, 'soul'), false);
  });

  it('takes the page’s language, the visitor’s volume, and a rate of 1', async () => {
    state.settings.set({
      ...state.settings.get(),
      volume: { ...state.settings.get().volume, master: 0.5, voice: 1 },
    });
    speech.voices = [voice('Hans', 'de-DE', { default: true }), voice('Ann', 'en_GB')];
    begin();
    await listen();
    const [utterance] = speech.asked;
    assert.deepEqual(
      [utterance?.voice?.name, utterance?.lang, utterance?.volume, utterance?.rate],
      ['Ann', 'en_GB', 0.25, 1],
    );
  });

  it('steps on and back, speaking or paused, and ends behind the last sentence', async () => {
    begin();
    await listen();
    speech.start();
    await press('next');
    assert.deepEqual(at(), ['speaking', false, 1, LINES[1], '']);
    pass(200);
    assert.equal(speech.words, LINES[1]);
    await press('pause');
    await press('next');
    assert.deepEqual(at(), ['paused', false, 2, LINES[2], '']);
    pass(5000);
    assert.equal(speech.now, undefined, 'paused is silent');
    await press('previous');
    await press('previous');
    await press('previous');
    assert.deepEqual(at(), ['paused', false, 0, LINES[0], '']);
    await press('resume');
    pass(200);
    assert.equal(speech.words, LINES[0]);
    for (let i = 0; i < 4; i += 1) await press('next');
    assert.equal(state.narration.get().phase, 'idle');
    pass(200);
    assert.equal(speech.now, undefined);
  });

  it('pauses by stopping, and goes on with the sentence from its beginning: Android cannot pause', async () => {
    begin();
    await listen();
    say();
    pass(200);
    speech.start();
    await press('pause');
    assert.deepEqual(at(), ['paused', false, 1, LINES[1], '']);
    assert.equal(speech.now, undefined);
    pass(60_000);
    assert.deepEqual(at(), ['paused', false, 1, LINES[1], '']);
    await press('resume');
    pass(200);
    assert.equal(speech.words, LINES[1]);
    assert.deepEqual(at(), ['speaking', false, 1, LINES[1], '']);
    assert.equal(speech.calls.includes('pause'), false);
  });

  it('stops one when the other starts, and is stopped by its own button', async () => {
    begin();
    await listen('podcast');
    speech.start();
    toggleNarration(state, 'soul');
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(state.narration.get().what, 'soul');
    pass(200);
    assert.equal(speech.words, 'The oath');
    toggleNarration(state, 'soul');
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(state.narration.get().phase, 'idle');
    assert.equal(speech.now, undefined);
  });

  it('waits a moment between a cancel and the next words, which browsers lose otherwise', async () => {
    begin();
    await listen();
    speech.start();
    await press('next');
    assert.deepEqual(speech.calls, ['speak', 'cancel']);
    pass(50);
    assert.deepEqual(speech.calls, ['speak', 'cancel']);
    pass(50);
    assert.deepEqual(speech.calls, ['speak', 'cancel', 'speak']);
  });

  it('lets the home’s sound step back from the first word to the last, and no longer', async () => {
    begin();
    await listen();
    assert.equal(state.audio.speech.get(), false, 'nothing is heard yet');
    speech.start();
    assert.equal(state.audio.speech.get(), true);
    pass(2000);
    speech.end();
    assert.equal(state.audio.speech.get(), true, 'between two sentences');
    pass(200);
    speech.start();
    await press('pause');
    assert.equal(state.audio.speech.get(), false);
    await press('resume');
    pass(200);
    assert.equal(state.audio.speech.get(), false);
    speech.start();
    assert.equal(state.audio.speech.get(), true);
    await press('stop');
    assert.equal(state.audio.speech.get(), false);
  });

  it('pauses when nobody sees the page, and stays so; stops when it is left', async () => {
    begin();
    await listen();
    speech.start();
    hidden = true;
    window.dispatchEvent(new Event('visibilitychange'));
    assert.equal(state.narration.get().phase, 'paused');
    hidden = false;
    window.dispatchEvent(new Event('visibilitychange'));
    assert.equal(state.narration.get().phase, 'paused');
    window.dispatchEvent(new Event('pagehide'));
    assert.equal(state.narration.get().phase, 'idle');
    assert.equal(speech.now, undefined);
  });

  it('is silent after dispose, and hears nothing any more', async () => {
    begin();
    await listen();
    speech.start();
    narrator.dispose?.();
    assert.deepEqual(
      [speech.now, state.narration.get().phase, state.audio.speech.get()],
      [undefined, 'idle', false],
    );
    await listen();
    assert.equal(state.narration.get().phase, 'idle');
  });

  it('does what was asked before it was there', () => {
    narrate(state, { kind: 'start', what: 'soul' });
    begin();
    assert.equal(speech.words, 'The oath');
  });

  it('ends what another page left in the synthesizer, and wakes it', async () => {
    begin();
    speech.isPaused = true;
    speech.synthesis.speak(speech.utter('left over'));
    await listen();
    pass(200);
    assert.deepEqual(speech.calls, ['speak', 'cancel', 'resume', 'speak']);
    assert.equal(speech.words, 'The oath');
  });
});

describe('where voices fail', () => {
  it('voices that arrive late are waited for', async () => {
    speech.voices = [];
    begin();
    await listen();
    pass(500);
    assert.equal(speech.asked.length, 0);
    assert.deepEqual(at(), ['speaking', false, 0, LINES[0], ''], 'the caption stands meanwhile');
    speech.voices = [voice('Ann', 'en-US')];
    pass(50);
    assert.equal(speech.asked[0]?.voice?.name, 'Ann');
  });

  it('a voice that is in no list is tried all the same', async () => {
    speech.voices = [];
    begin();
    await listen();
    pass(1600);
    assert.equal(speech.words, 'The oath');
    say();
    assert.deepEqual(at(), ['speaking', false, 1, LINES[1], '']);
  });

  it('without a synthesizer the captions go on alone, at the pace of reading, and say why', async () => {
    speech = new ScriptedSpeech();
    narrator = createNarrator({
      speech: undefined,
      window,
      monotonicNow: () => now,
      isHidden: () => hidden,
      language: () => 'en',
    });
    narrator.init(undefined, state, theme);
    await listen();
    assert.deepEqual(at(), ['speaking', true, 0, LINES[0], NO_VOICE]);
    assert.equal(state.audio.speech.get(), false);
    pass(1500);
    assert.equal(state.narration.get().sentence, 0);
    pass(800);
    assert.equal(state.narration.get().sentence, 1);
    await press('pause');
    pass(20_000);
    assert.deepEqual(at(), ['paused', true, 1, LINES[1], NO_VOICE]);
    await press('dismiss');
    await press('resume');
    assert.deepEqual(at(), ['speaking', true, 1, LINES[1], ''], 'it is not told twice');
    pass(20_000);
    assert.equal(state.narration.get().phase, 'idle');
  });

  it('on a machine that says nothing at all, a watchdog does', async () => {
    speech.voices = [];
    begin();
    await listen();
    pass(1500 + 2500 + 100);
    assert.deepEqual(at(), ['speaking', true, 0, LINES[0], NO_VOICE]);
    pass(60_000);
    assert.deepEqual([state.narration.get().phase, state.narration.get().problem], ['idle', NO_VOICE]);
  });

  it('a synthesizer that throws is none: the captions go on', async () => {
    speech.synthesis.getVoices = () => {
      throw new Error('blocked');
    };
    speech.synthesis.speak = () => {
      throw new TypeError('not supported');
    };
    begin();
    await listen();
    pass(2000);
    assert.deepEqual(at(), ['speaking', true, 0, 'The oath', NO_ANSWER]);
    pass(2500);
    assert.deepEqual(at(), ['speaking', true, 1, LINES[1], NO_ANSWER]);
    await press('stop');
    assert.equal(state.narration.get().phase, 'idle');
  });

  it('a queue that is stuck is emptied once, and then given up', async () => {
    begin();
    await listen();
    pass(5300);
    assert.deepEqual(speech.calls, ['speak', 'cancel', 'speak']);
    assert.equal(state.narration.get().problem, '');
    pass(5300);
    assert.deepEqual(at(), ['speaking', true, 0, LINES[0], NO_ANSWER]);
  });

  it('an end that gets lost holds nothing up', async () => {
    begin();
    await listen();
    speech.start();
    pass(5000);
    assert.equal(state.narration.get().sentence, 0);
    pass(1000);
    assert.deepEqual(at(), ['speaking', false, 1, LINES[1], '']);
    pass(200);
    assert.equal(speech.words, LINES[1]);
  });

  it('a voice that ends before it can have said anything is none', async () => {
    begin();
    await listen();
    pass(100);
    speech.start();
    speech.end();
    assert.deepEqual(at(), ['speaking', true, 0, LINES[0], NO_ANSWER]);
  });

  for (const [error, words] of [
    ['not-allowed', /only after something was pressed/u],
    ['network', /over the network/u],
    ['audio-busy', /Another program/u],
    ['synthesis-failed', /The voice failed \(synthesis-failed\)/u],
    ['constructor', /The voice failed \(constructor\)/u],
  ] as const)
    it(`${error} in the middle: the words go on in the captions from there`, async () => {
      begin();
      await listen();
      say();
      pass(200);
      speech.start();
      speech.fail(error);
      const [phase, silent, sentence, , problem] = at();
      assert.deepEqual([phase, silent, sentence], ['speaking', true, 1]);
      assert.match(String(problem), words);
      assert.match(String(problem), /captions/u);
      assert.equal(state.audio.speech.get(), false);
      pass(4000);
      assert.equal(state.narration.get().sentence, 2);
      assert.equal(speech.asked.length, 2, 'the voice is left alone');
    });

  it('says that there is none, where the list is empty and the only voice fails', async () => {
    speech.voices = [];
    begin();
    await listen();
    pass(1600);
    speech.fail('synthesis-failed');
    assert.equal(state.narration.get().problem, NO_VOICE);
  });

  it('its own cancel is no error, and somebody else’s is a pause', async () => {
    begin();
    await listen();
    speech.start();
    await press('next');
    assert.equal(state.narration.get().problem, '');
    pass(200);
    speech.start();
    speech.synthesis.cancel();
    assert.deepEqual(at(), ['paused', false, 1, LINES[1], '']);
  });

  it('events of what was said before mean nothing', async () => {
    begin();
    await listen();
    const first = speech.now;
    speech.start();
    await press('next');
    pass(200);
    for (const type of ['start', 'end', 'error']) first?.tell(type, { error: 'network' });
    assert.deepEqual(at(), ['speaking', false, 1, LINES[1], '']);
  });

  it('the problem outlives the reading, and is gone with the next start or when it is put away', async () => {
    begin();
    await listen();
    speech.fail('network');
    await press('stop');
    assert.match(state.narration.get().problem, /network/u);
    await listen();
    assert.equal(state.narration.get().problem, '');
    pass(200);
    speech.fail('network');
    await press('stop');
    await press('dismiss');
    assert.deepEqual(at(), ['idle', false, 0, '', '']);
  });

  it('a voice at volume 0 is not troubled: the captions go on alone, without a complaint, until it is turned up', async () => {
    const { volume } = state.settings.get();
    state.settings.set({ ...state.settings.get(), volume: { ...volume, voice: 0 } });
    begin();
    await listen();
    assert.deepEqual(at(), ['speaking', true, 0, LINES[0], '']);
    assert.equal(speech.asked.length, 0);
    state.settings.set({ ...state.settings.get(), volume });
    pass(2200);
    assert.deepEqual(at(), ['speaking', false, 1, LINES[1], '']);
    assert.equal(speech.words, LINES[1]);
  });
});

describe('the choice of a voice', () => {
  const of = (language: string, ...voices: SpeechSynthesisVoice[]) => voiceFor(voices, language)?.name;
  it('speaks the language, of its region before others, of this machine before a server’s', () => {
    const us = voice('us', 'en-US');
    const gb = voice('gb', 'en_GB', { default: true });
    const far = voice('far', 'en-US', { localService: false, default: true });
    const de = voice('de', 'de-DE', { default: true });
    assert.equal(of('en', de, us, gb), 'gb');
    assert.equal(of('en-US', gb, far, us), 'us');
    assert.equal(of('en-us', gb, far), 'far');
    assert.equal(of('en', far, us), 'us');
    assert.equal(of('en', voice('eng', 'eng-GB'), de), undefined);
    assert.equal(of('pt-BR', voice('pt', 'pt-PT'), us), 'pt');
    assert.equal(of('en'), undefined);
  });
});
