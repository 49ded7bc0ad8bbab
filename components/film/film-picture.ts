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
import { playScreenUrl } from '../../data/games/play-screen.ts';
import { withoutBidiControls } from '../shared/text/text.ts';

/** Of a ring, as a share of the picture's shorter edge. */
const RING = 0.035;

const MISSING = 'The screenshot of this step cannot be loaded.';

/** Of a screenshot, in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Each path twice: the casing, and the line over it. */
const stroked = (d: string, dashes: string | typeof nothing): TemplateResult =>
  svg`<path class="casing" d=${d} stroke-dasharray=${dashes} /><path class="line" d=${d} stroke-dasharray=${dashes} />`;

/** The arrow of a drag, whose end is at 0, 0; without a known beginning only its head. */
function arrow({ from, x, y }: ActionMark, { width, height }: Size, ring: number): [turn: number, d: string] {
  if (!from) return [0, ARROW_HEAD];
  const dx = ((x - from.x) * width) / ring;
  const dy = ((y - from.y) * height) / ring;
  return [(Math.atan2(dy, dx) * 180) / Math.PI, `M${-Math.hypot(dx, dy)} 0H0${ARROW_HEAD}`];
}

/** One action on the screenshot. */
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

/** The picture of a frame. The element that owns it remembers a screenshot that could not be loaded. */
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
 * positions at every size, and no style attribute is needed, which the page's policy forbids. For screen
 * readers it is one image with the text of the step.
 */
export function filmPicture({ base, play, frame, isBroken, onBroken }: FilmPicture): TemplateResult {
  const { screen } = frame;
  if (!screen) return html`<p class="quiet">There is no screenshot for this step.</p>`;
  const { width, height, number } = screen;
  // The marks stay if a screenshot is missing: they still show the actions.
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
