import { type TemplateResult, css, html, nothing } from 'lit';
import type { HearingPlace } from '../../data/speech/recognition.ts';
import { controlIcons } from '../shared/control-icons.ts';
import type { Dictation } from './dictation.ts';

export const talkStyles = css`
  .talk {
    /* A long touch starts the dictation: it must not select, scroll or open a menu. */
    touch-action: none;
    user-select: none;
    -webkit-touch-callout: none;
  }
  /* The question scrolls in low windows, so that some lines of the conversation stay visible above it. */
  .ask {
    max-height: calc(var(--hw-height, 100vh) * 0.4);
    padding: 0.5rem;
    overflow: auto;
  }
  .ask p {
    padding-bottom: 0.5rem;
  }
`;

/** Tells the visitor before the first use where the browser recognises speech. */
const places: Readonly<Record<HearingPlace, string>> = {
  device: 'Your browser turns what you say into text on this device. The sound does not leave it.',
  browser:
    'Your browser turns what you say into text. It may send the sound to a server of its maker for that, as Chrome does to Google. This home gets the text only.',
};

/** The status text of each phase, also for screen readers. */
const phases = {
  off: '',
  asking: '',
  listening: 'Listening. Press again or Esc to stop.',
  held: 'Listening. Release to send.',
  ending: 'Writing what you said.',
} as const;

/** The status of the dictation. */
export const talkNote = ({ phase }: Dictation): TemplateResult =>
  html`<div role="status">
    ${phases[phase] ? html`<p class="quiet notice">${phases[phase]}</p>` : nothing}
  </div>`;

/** The question before the first use. */
export const talkQuestion = ({ place, agree, cancel }: Dictation): TemplateResult =>
  html`<div class="ask" role="group" aria-label="Before you talk">
    <p id="sound">${places[place]}</p>
    <button type="button" class="action agree" aria-describedby="sound" @click=${agree}>Talk</button>
    <button type="button" class="action" @click=${cancel}>Do not talk</button>
  </div>`;

/** The microphone button beside the field; nothing if the browser has no speech recognition. */
export const talkButton = (dictation: Dictation): TemplateResult | typeof nothing =>
  dictation.isThere
    ? html`<button
        type="button"
        class="icon talk"
        aria-label="Talk"
        title="Talk: press to write what you say, hold to send it when you release"
        aria-pressed=${dictation.phase === 'off' ? 'false' : 'true'}
        @pointerdown=${dictation.down}
        @click=${dictation.click}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        ${controlIcons.talk}
      </button>`
    : nothing;
