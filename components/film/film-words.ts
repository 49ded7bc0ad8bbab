import { type TemplateResult, html, nothing } from 'lit';
import { type FilmFrame, frameText } from '../../data/games/film.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

/**
 * Thoughts and results of a frame. Screen readers announce them when the visitor changes the frame, but not
 * during playback: they would still read one frame while the next is shown. The texts come from a model and a
 * game, so they are never rendered as HTML.
 */
export const frameWords = ({ thoughts, events }: FilmFrame, isPlaying: boolean): TemplateResult =>
  html`<div class="words" aria-live=${isPlaying ? 'off' : 'polite'}>
    ${thoughts.map((text) => html`<p class="thought" dir="auto">${withoutBidiControls(text)}</p>`)}
    ${events.map((text) => html`<p dir="auto">${withoutBidiControls(text)}</p>`)}
  </div>`;

/**
 * All steps as text, for screen readers and to find a step; each button shows its frame. They are buttons in
 * a list and not options of a listbox, so that screen readers can read them one by one.
 */
export const stepList = (
  frames: readonly FilmFrame[],
  present: number,
  go: (index: number) => void,
): TemplateResult =>
  html`<ol class="steps scroll" aria-label="Steps">
    ${frames.map(
      (frame, index) =>
        html`<li>
          <button
            type="button"
            dir="auto"
            aria-current=${index === present ? 'step' : nothing}
            @click=${() => go(index)}
          >
            ${withoutBidiControls(frameText(frame))}
          </button>
        </li>`,
    )}
  </ol>`;
