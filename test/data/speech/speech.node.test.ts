import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { utteranceOf } from '../../../data/speech/speech.ts';
import { ScriptedSpeech, voice } from '../../helpers/scripted-speech.ts';

describe('the choice of a voice', () => {
  const of = (language: string, ...voices: SpeechSynthesisVoice[]): string | undefined => {
    const speech = new ScriptedSpeech();
    speech.voices = voices;
    return utteranceOf(speech, 'Hello', language).voice?.name;
  };

  it('prefers the language, then its region, then a local voice', () => {
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
