import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { NO_ANSWER, NO_VOICE } from '../../../data/speech/narration-problems.ts';
import { LINES, NarratorPage } from '../../helpers/narrator-page.ts';
import { voice } from '../../helpers/scripted-speech.ts';

let page: NarratorPage;
beforeEach(() => {
  page = new NarratorPage();
});
afterEach(() => page.narrator.dispose?.());

describe('the narrator when voices fail', () => {
  it('waits for voices that load late', async () => {
    page.speech.voices = [];
    page.begin();
    await page.listen();
    page.pass(500);
    assert.equal(page.speech.asked.length, 0);
    assert.deepEqual(page.at(), ['speaking', false, 0, LINES[0], ''], 'the caption stands meanwhile');
    page.speech.voices = [voice('Ann', 'en-US')];
    page.pass(50);
    assert.equal(page.speech.asked[0]?.voice?.name, 'Ann');
  });

  it('tries a voice even when the list is empty', async () => {
    page.speech.voices = [];
    page.begin();
    await page.listen();
    page.pass(1600);
    assert.equal(page.speech.words, 'The oath');
    page.say();
    assert.deepEqual(page.at(), ['speaking', false, 1, LINES[1], '']);
  });

  it('shows captions at reading pace without a synthesizer, and says why', async () => {
    page.begin('none');
    await page.listen();
    assert.deepEqual(page.at(), ['speaking', true, 0, LINES[0], NO_VOICE]);
    assert.equal(page.state.audio.speech.get(), false);
    page.pass(1500);
    assert.equal(page.state.narration.get().sentence, 0);
    page.pass(800);
    assert.equal(page.state.narration.get().sentence, 1);
    await page.press('pause');
    page.pass(20_000);
    assert.deepEqual(page.at(), ['paused', true, 1, LINES[1], NO_VOICE]);
    await page.press('dismiss');
    await page.press('resume');
    assert.deepEqual(page.at(), ['speaking', true, 1, LINES[1], ''], 'it is not told twice');
    page.pass(20_000);
    assert.equal(page.state.narration.get().phase, 'idle');
  });

  it('ends a silent synthesizer by a timeout', async () => {
    page.speech.voices = [];
    page.begin();
    await page.listen();
    page.pass(1500 + 2500 + 100);
    assert.deepEqual(page.at(), ['speaking', true, 0, LINES[0], NO_VOICE]);
    page.pass(60_000);
    assert.deepEqual(
      [page.state.narration.get().phase, page.state.narration.get().problem],
      ['idle', NO_VOICE],
    );
  });

  it('shows captions when the synthesizer throws', async () => {
    page.speech.synthesis.getVoices = () => {
      throw new Error('blocked');
    };
    page.speech.synthesis.speak = () => {
      throw new TypeError('not supported');
    };
    page.begin();
    await page.listen();
    page.pass(2000);
    assert.deepEqual(page.at(), ['speaking', true, 0, 'The oath', NO_ANSWER]);
    page.pass(2500);
    assert.deepEqual(page.at(), ['speaking', true, 1, LINES[1], NO_ANSWER]);
    await page.press('stop');
    assert.equal(page.state.narration.get().phase, 'idle');
  });

  it('clears a stuck queue once, then gives up', async () => {
    page.begin();
    await page.listen();
    page.pass(5300);
    assert.deepEqual(page.speech.calls, ['speak', 'cancel', 'speak']);
    assert.equal(page.state.narration.get().problem, '');
    page.pass(5300);
    assert.deepEqual(page.at(), ['speaking', true, 0, LINES[0], NO_ANSWER]);
  });

  it('continues when an end event is missing', async () => {
    page.begin();
    await page.listen();
    page.speech.start();
    page.pass(5000);
    assert.equal(page.state.narration.get().sentence, 0);
    page.pass(1000);
    assert.deepEqual(page.at(), ['speaking', false, 1, LINES[1], '']);
    page.pass(200);
    assert.equal(page.speech.words, LINES[1]);
  });

  it('ignores a voice that ends before it could have spoken', async () => {
    page.begin();
    await page.listen();
    page.pass(100);
    page.speech.start();
    page.speech.end();
    assert.deepEqual(page.at(), ['speaking', true, 0, LINES[0], NO_ANSWER]);
  });

  for (const [error, words] of [
    ['not-allowed', /only after you press something/u],
    ['network', /needs the network/u],
    ['audio-busy', /Another program/u],
    ['synthesis-failed', /The voice failed \(synthesis-failed\)/u],
    ['constructor', /The voice failed \(constructor\)/u],
  ] as const)
    it(`shows captions from the current sentence after ${error}`, async () => {
      page.begin();
      await page.listen();
      page.say();
      page.pass(200);
      page.speech.start();
      page.speech.fail(error);
      const [phase, silent, sentence, , problem] = page.at();
      assert.deepEqual([phase, silent, sentence], ['speaking', true, 1]);
      assert.match(String(problem), words);
      assert.match(String(problem), /captions/u);
      assert.equal(page.state.audio.speech.get(), false);
      page.pass(4000);
      assert.equal(page.state.narration.get().sentence, 2);
      assert.equal(page.speech.asked.length, 2, 'the voice is left alone');
    });

  it('reports that there is no voice when the list is empty and the only voice fails', async () => {
    page.speech.voices = [];
    page.begin();
    await page.listen();
    page.pass(1600);
    page.speech.fail('synthesis-failed');
    assert.equal(page.state.narration.get().problem, NO_VOICE);
  });

  it('treats its own cancel as no error and another page’s as a pause', async () => {
    page.begin();
    await page.listen();
    page.speech.start();
    await page.press('next');
    assert.equal(page.state.narration.get().problem, '');
    page.pass(200);
    page.speech.start();
    page.speech.synthesis.cancel();
    assert.deepEqual(page.at(), ['paused', false, 1, LINES[1], '']);
  });

  it('ignores events of earlier sentences', async () => {
    page.begin();
    await page.listen();
    const first = page.speech.now;
    page.speech.start();
    await page.press('next');
    page.pass(200);
    for (const type of ['start', 'end', 'error']) first?.tell(type, { error: 'network' });
    assert.deepEqual(page.at(), ['speaking', false, 1, LINES[1], '']);
  });

  it('keeps the problem after the reading until the next start or until it is closed', async () => {
    page.begin();
    await page.listen();
    page.speech.fail('network');
    await page.press('stop');
    assert.match(page.state.narration.get().problem, /network/u);
    await page.listen();
    assert.equal(page.state.narration.get().problem, '');
    page.pass(200);
    page.speech.fail('network');
    await page.press('stop');
    await page.press('dismiss');
    assert.deepEqual(page.at(), ['idle', false, 0, '', '']);
  });

  it('shows captions without a warning at volume 0, until it is raised', async () => {
    const { volume } = page.state.settings.get();
    page.state.settings.set({ ...page.state.settings.get(), volume: { ...volume, voice: 0 } });
    page.begin();
    await page.listen();
    assert.deepEqual(page.at(), ['speaking', true, 0, LINES[0], '']);
    assert.equal(page.speech.asked.length, 0);
    page.state.settings.set({ ...page.state.settings.get(), volume });
    page.pass(2200);
    assert.deepEqual(page.at(), ['speaking', false, 1, LINES[1], '']);
    assert.equal(page.speech.words, LINES[1]);
  });
});
