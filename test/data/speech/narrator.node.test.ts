import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isNarrated, narrate, toggleNarration } from '../../../data/speech/narration.ts';
import { dayOf, digestOf } from '../../../data/speech/podcast.ts';
import { LINES, NarratorPage } from '../../helpers/narrator-page.ts';
import { voice } from '../../helpers/scripted-speech.ts';

let page: NarratorPage;
beforeEach(() => {
  page = new NarratorPage();
});
afterEach(() => page.narrator.dispose?.());

describe('the narrator', () => {
  it('reads sentence by sentence and stops at the end', async () => {
    page.begin();
    assert.deepEqual(page.at(), ['idle', false, 0, '', '']);
    await page.listen();
    for (const [i, line] of LINES.entries()) {
      assert.deepEqual(page.at(), ['speaking', false, i, line, '']);
      assert.equal(page.state.narration.get().total, LINES.length);
      page.pass(100);
      assert.equal(page.speech.words, line);
      page.say();
    }
    assert.deepEqual(page.at(), ['idle', false, 0, '', '']);
    assert.deepEqual(
      page.speech.asked.map(({ text }) => text),
      LINES,
    );
    assert.equal(page.state.narration.get().what, 'soul');
  });

  it('speaks in the task of the click when idle: browsers require a gesture', async () => {
    page.begin();
    await page.listen();
    assert.equal(page.speech.words, 'The oath');
  });

  it('reads the digest of the day as podcast', async () => {
    page.begin();
    await page.listen('podcast');
    assert.equal(page.speech.words, digestOf(dayOf(page.state))[0]);
    assert.equal(isNarrated(page.state, 'podcast'), true);
    assert.equal(isNarrated(page.state, 'soul'), false);
  });

  it('uses the page’s language, the visitor’s volume, and a rate of 1', async () => {
    page.state.settings.set({
      ...page.state.settings.get(),
      volume: { ...page.state.settings.get().volume, master: 0.5, voice: 1 },
    });
    page.speech.voices = [voice('Hans', 'de-DE', { default: true }), voice('Ann', 'en_GB')];
    page.begin();
    await page.listen();
    const [utterance] = page.speech.asked;
    assert.deepEqual(
      [utterance?.voice?.name, utterance?.lang, utterance?.volume, utterance?.rate],
      ['Ann', 'en_GB', 0.25, 1],
    );
  });

  it('steps forward and back, speaking or paused, and ends after the last sentence', async () => {
    page.begin();
    await page.listen();
    page.speech.start();
    await page.press('next');
    assert.deepEqual(page.at(), ['speaking', false, 1, LINES[1], '']);
    page.pass(200);
    assert.equal(page.speech.words, LINES[1]);
    await page.press('pause');
    await page.press('next');
    assert.deepEqual(page.at(), ['paused', false, 2, LINES[2], '']);
    page.pass(5000);
    assert.equal(page.speech.now, undefined, 'paused is silent');
    await page.press('previous');
    await page.press('previous');
    await page.press('previous');
    assert.deepEqual(page.at(), ['paused', false, 0, LINES[0], '']);
    await page.press('resume');
    page.pass(200);
    assert.equal(page.speech.words, LINES[0]);
    for (let i = 0; i < 4; i += 1) await page.press('next');
    assert.equal(page.state.narration.get().phase, 'idle');
    page.pass(200);
    assert.equal(page.speech.now, undefined);
  });

  it('pauses by stopping, and repeats the sentence on resume: Android cannot pause', async () => {
    page.begin();
    await page.listen();
    page.say();
    page.pass(200);
    page.speech.start();
    await page.press('pause');
    assert.deepEqual(page.at(), ['paused', false, 1, LINES[1], '']);
    assert.equal(page.speech.now, undefined);
    page.pass(60_000);
    assert.deepEqual(page.at(), ['paused', false, 1, LINES[1], '']);
    await page.press('resume');
    page.pass(200);
    assert.equal(page.speech.words, LINES[1]);
    assert.deepEqual(page.at(), ['speaking', false, 1, LINES[1], '']);
    assert.equal(page.speech.calls.includes('pause'), false);
  });

  it('stops one reading when the other starts, and with its own button', async () => {
    page.begin();
    await page.listen('podcast');
    page.speech.start();
    toggleNarration(page.state, 'soul');
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(page.state.narration.get().what, 'soul');
    page.pass(200);
    assert.equal(page.speech.words, 'The oath');
    toggleNarration(page.state, 'soul');
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(page.state.narration.get().phase, 'idle');
    assert.equal(page.speech.now, undefined);
  });

  it('reads an answer of the chat without the marks of Markdown, and stops it with its own button', async () => {
    page.begin();
    const answer = { id: 'a-1', text: '- **Sovereignty**: 57%\n\nSee [the oath](#oath).' };
    const press = async (text: string): Promise<void> => {
      toggleNarration(page.state, { ...answer, text });
      await Promise.resolve();
      await Promise.resolve();
    };
    await press(answer.text);
    assert.equal(page.speech.words, 'Sovereignty: 57%');
    assert.equal(isNarrated(page.state, answer), true);
    assert.equal(isNarrated(page.state, { ...answer, id: 'a-2' }), false);
    assert.equal(isNarrated(page.state, 'soul'), false);
    page.say();
    assert.deepEqual(page.at(), ['speaking', false, 1, 'See the oath.', '']);
    await press(answer.text);
    assert.equal(page.state.narration.get().phase, 'idle');
    assert.equal(isNarrated(page.state, answer), false);
    await press('---');
    assert.equal(page.state.narration.get().phase, 'idle', 'an answer without words is not read');
  });

  it('waits a moment between a cancel and the next words: browsers lose them otherwise', async () => {
    page.begin();
    await page.listen();
    page.speech.start();
    await page.press('next');
    assert.deepEqual(page.speech.calls, ['speak', 'cancel']);
    page.pass(50);
    assert.deepEqual(page.speech.calls, ['speak', 'cancel']);
    page.pass(50);
    assert.deepEqual(page.speech.calls, ['speak', 'cancel', 'speak']);
  });

  it('lowers the home’s sound from the first word to the last', async () => {
    page.begin();
    await page.listen();
    assert.equal(page.state.audio.speech.get(), false, 'nothing is heard yet');
    page.speech.start();
    assert.equal(page.state.audio.speech.get(), true);
    page.pass(2000);
    page.speech.end();
    assert.equal(page.state.audio.speech.get(), true, 'between two sentences');
    page.pass(200);
    page.speech.start();
    await page.press('pause');
    assert.equal(page.state.audio.speech.get(), false);
    await page.press('resume');
    page.pass(200);
    assert.equal(page.state.audio.speech.get(), false);
    page.speech.start();
    assert.equal(page.state.audio.speech.get(), true);
    await page.press('stop');
    assert.equal(page.state.audio.speech.get(), false);
  });

  it('pauses on a hidden page and stays paused; stops when the visitor leaves the page', async () => {
    page.begin();
    await page.listen();
    page.speech.start();
    page.hidden = true;
    page.window.dispatchEvent(new Event('visibilitychange'));
    assert.equal(page.state.narration.get().phase, 'paused');
    page.hidden = false;
    page.window.dispatchEvent(new Event('visibilitychange'));
    assert.equal(page.state.narration.get().phase, 'paused');
    page.window.dispatchEvent(new Event('pagehide'));
    assert.equal(page.state.narration.get().phase, 'idle');
    assert.equal(page.speech.now, undefined);
  });

  it('is silent after dispose and reacts to nothing', async () => {
    page.begin();
    await page.listen();
    page.speech.start();
    page.narrator.dispose?.();
    assert.deepEqual(
      [page.speech.now, page.state.narration.get().phase, page.state.audio.speech.get()],
      [undefined, 'idle', false],
    );
    await page.listen();
    assert.equal(page.state.narration.get().phase, 'idle');
  });

  it('starts a reading that was requested before it was loaded', () => {
    narrate(page.state, { kind: 'start', what: 'soul' });
    page.begin();
    assert.equal(page.speech.words, 'The oath');
  });

  it('clears and resumes a synthesizer that another page left busy', async () => {
    page.begin();
    page.speech.isPaused = true;
    page.speech.synthesis.speak(page.speech.utter('left over'));
    await page.listen();
    page.pass(200);
    assert.deepEqual(page.speech.calls, ['speak', 'cancel', 'resume', 'speak']);
    assert.equal(page.speech.words, 'The oath');
  });
});
