import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type RecognitionMaker,
  hearingPlace,
  hearingProblem,
  recognitionOf,
  wordsHeard,
} from '../../../data/speech/recognition.ts';

const heard = (...pieces: string[]) => pieces.map((transcript) => [{ transcript }]);
/** A recognition class with this function for the availability on the device. */
const maker = (available?: RecognitionMaker['available']): RecognitionMaker =>
  Object.assign(class {}, available && { available }) as unknown as RecognitionMaker;

test('is found under either name, on a page with TLS only', () => {
  const own = maker();
  assert.equal(recognitionOf({ isSecureContext: true, SpeechRecognition: own }), own);
  assert.equal(recognitionOf({ isSecureContext: true, webkitSpeechRecognition: own }), own);
  assert.equal(recognitionOf({ isSecureContext: true }), undefined);
  assert.equal(recognitionOf({ isSecureContext: false, SpeechRecognition: own }), undefined);
});

test('listens on the device if the browser can do so now, and elsewhere in any other case', async () => {
  const asked: unknown[] = [];
  const ready = maker(async (options) => {
    asked.push(options);
    return 'available';
  });
  assert.equal(await hearingPlace(ready, 'de-CH'), 'device');
  assert.deepEqual(asked, [{ langs: ['de-CH'], processLocally: true }]);
  assert.equal(
    await hearingPlace(
      maker(async () => 'downloadable'),
      'de',
    ),
    'browser',
  );
  assert.equal(
    await hearingPlace(
      maker(() => Promise.reject(new Error('no'))),
      'de',
    ),
    'browser',
  );
  assert.equal(await hearingPlace(maker(), 'de'), 'browser');
});

test('joins what was heard into one line within the limit', () => {
  assert.equal(wordsHeard(heard('take me', ' to the oath\n'), 80), 'take me to the oath');
  assert.equal(wordsHeard(heard('Fire', 'works'), 6), 'Fire w');
  assert.equal(wordsHeard(heard(), 80), '');
  assert.equal(wordsHeard([[]], 80), '');
});

test('has a sentence for each error, and none for an end that was asked for', () => {
  const codes = ['not-allowed', 'service-not-allowed', 'no-speech', 'network', 'audio-capture'];
  const sentences = [...codes, 'language-not-supported', 'something new'].map(hearingProblem);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z][^.]+: [^.]+\.$/);
  assert.equal(new Set(sentences).size, sentences.length);
  assert.equal(hearingProblem('aborted'), '');
});
