import { type TemplateResult, html, svg } from 'lit';
import { type FilmFrame, frameText } from '../../data/games/film.ts';
import { icon, line } from '../shared/icons.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

/** The icons of the buttons, by the names of the buttons. */
const controlIcons = {
  previous: line('M14.5 6 8.5 12l6 6'),
  next: line('M9.5 6l6 6-6 6'),
  play: icon(svg`<path d="M8 5.5v13l10-6.5-10-6.5Z" fill="currentColor" />`),
  pause: line('M9 6v12M15 6v12'),
} as const;

/**
 * Renders a button. At an end of the film it is `aria-disabled` and not `disabled`, so that it keeps the
 * keyboard focus.
 */
const button = (label: string, picture: TemplateResult, act: () => void, isEnd = false): TemplateResult =>
  html`<button
    type="button"
    class="icon"
    aria-label=${label}
    title=${label}
    aria-disabled=${isEnd ? 'true' : 'false'}
    @click=${act}
  >
    ${picture}
  </button>`;

/** What the controls show, and what they do. */
export interface FilmControls {
  readonly frames: readonly FilmFrame[];
  /** The index of the shown frame. */
  readonly index: number;
  readonly isPlaying: boolean;
  /** Whether frames follow that are not loaded yet. */
  readonly hasMore: boolean;
  /** Shows a frame. An index beyond the ends shows the first or the last frame. */
  readonly go: (index: number) => void;
  readonly toggle: () => void;
}

/**
 * Previous, play or pause, next, and a slider over all frames. The slider gives screen readers the step as
 * text: a number alone says nothing about a game.
 */
export function filmControls(controls: FilmControls): TemplateResult {
  const { frames, index, isPlaying, hasMore, go, toggle } = controls;
  const frame = frames[index];
  const last = frames.length - 1;
  const onInput = ({ target }: Event): void => go(Number((target as HTMLInputElement).value));
  return html`<div class="controls">
    ${button('Previous frame', controlIcons.previous, () => go(index - 1), index === 0)}
    ${isPlaying ? button('Pause', controlIcons.pause, toggle) : button('Play', controlIcons.play, toggle)}
    ${button('Next frame', controlIcons.next, () => go(index + 1), index === last)}
    <input
      type="range"
      aria-label="Frame"
      aria-valuetext="${index + 1} of ${frames.length}. ${frame ? withoutBidiControls(frameText(frame)) : ''}"
      min="0"
      max=${Math.max(last, 1)}
      .value=${String(index)}
      ?disabled=${last < 1}
      @input=${onInput}
    />
    <span class="count">${index + 1} of ${frames.length}${hasMore ? '+' : ''}</span>
  </div>`;
}
