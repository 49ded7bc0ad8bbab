import { type TemplateResult, html, nothing, svg } from 'lit';
import {
  ARROW_HEAD,
  type ActionMark,
  CROSSED_OUT,
  DASHES,
  actionMarks,
  isCrossedOut,
  isDashed,
  markOpacity,
  markShapes,
} from '../../data/games/action-marks.ts';
import { type FilmFrame, frameText } from '../../data/games/film.ts';
import { playScreenUrl } from '../../data/games/play-record.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

/** The radius of a ring, as a fraction of the picture's shorter edge. */
const RING = 0.035;

const MISSING = 'The screenshot of this step cannot be loaded.';

/** The size of a screenshot, in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws each path twice: a dark outline, and the line over it. */
const stroked = (d: string, dashes: string | typeof nothing): TemplateResult =>
  svg`<path class="casing" d=${d} stroke-dasharray=${dashes} /><path class="line" d=${d} stroke-dasharray=${dashes} />`;

/** The arrow of a drag, with its end at 0, 0; only the arrowhead if the start is unknown. */
function arrow({ from, x, y }: ActionMark, { width, height }: Size, ring: number): [turn: number, d: string] {
  if (!from) return [0, ARROW_HEAD];
  const dx = ((x - from.x) * width) / ring;
  const dy = ((y - from.y) * height) / ring;
  return [(Math.atan2(dy, dx) * 180) / Math.PI, `M${-Math.hypot(dx, dy)} 0H0${ARROW_HEAD}`];
}

/** The mark of one action on the screenshot. */
function markOf(mark: ActionMark, size: Size): TemplateResult {
  const ring = Math.min(size.width, size.height) * RING;
  const [turn, d] = mark.shape === 'drag_to' ? arrow(mark, size, ring) : [0, markShapes[mark.shape]];
  const at = `translate(${mark.x * size.width} ${mark.y * size.height}) scale(${ring}) rotate(${turn})`;
  const isCrossed = isCrossedOut(mark.outcome);
  const dashes = isDashed(mark.outcome) ? DASHES.join(' ') : nothing;
  return svg`<g
    class=${isCrossed ? 'mark crossed' : 'mark'}
    transform=${at}
    opacity=${markOpacity(mark.age)}
  >${stroked(d, dashes)}${isCrossed ? stroked(CROSSED_OUT, nothing) : nothing}</g>`;
}

/** The input of `filmPicture`. The element that renders it remembers screenshots that failed to load. */
export interface FilmPicture {
  readonly base: string;
  readonly play: string;
  readonly frame: FilmFrame;
  /** Whether its screenshot could not be loaded. */
  readonly isBroken: boolean;
  readonly onBroken: () => void;
}

/**
 * The screenshot of a frame with the marks of its actions. Both are in one SVG, so that the marks keep their
 * positions at each size, and no style attribute is needed: the page's content security policy forbids those.
 * For screen readers it is one image with the text of the step.
 */
export function filmPicture({ base, play, frame, isBroken, onBroken }: FilmPicture): TemplateResult {
  const { screen } = frame;
  if (!screen) return html`<p class="quiet">There is no screenshot for this step.</p>`;
  const { width, height, number } = screen;
  // If the screenshot is missing the marks stay, because they still show the actions.
  const missing = isBroken ? html`<p class="quiet">${MISSING}</p>` : nothing;
  return html`${missing}<svg
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-label="${isBroken ? MISSING : 'Screenshot.'} ${withoutBidiControls(frameText(frame))}"
    >
      <image href=${playScreenUrl(base, play, number)} width=${width} height=${height} @error=${onBroken} />
      ${actionMarks(frame.actions, frame.pointer).map((mark) => markOf(mark, screen))}
    </svg>`;
}
