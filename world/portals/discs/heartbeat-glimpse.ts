import { activeCount } from '../../../data/readings/format-agents.ts';
import { DASH } from '../../../data/readings/format.ts';
import { sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { Theme } from '../../../theme/theme.ts';

/** The two lines of the heartbeat page's picture. */
export interface HeartbeatFigures {
  readonly score: string;
  readonly agents: string;
}

/** The figures, from the same readings as on the page. */
export function heartbeatFigures({ readings, derived }: DerivedState & ReadingsState): HeartbeatFigures {
  const agents = currentValue(derived.agents.get());
  return {
    score: sovereigntyTexts(readings.sovereignty.get()).score,
    agents: agents ? activeCount(agents) : DASH,
  };
}

/** The line of one heartbeat, as shares of the picture's width; y is relative to the middle. */
const BEAT = [
  [0.08, 0],
  [0.36, 0],
  [0.42, -0.05],
  [0.46, 0.03],
  [0.5, -0.2],
  [0.55, 0.12],
  [0.6, 0],
  [0.92, 0],
] as const;

/** Draws the figures over a heartbeat into a square of `size` pixels. */
export function drawHeartbeat(
  pen: CanvasRenderingContext2D,
  { score, agents }: HeartbeatFigures,
  { colors, fonts }: Theme,
  size: number,
): void {
  pen.fillStyle = colors.panelBackground;
  pen.fillRect(0, 0, size, size);
  pen.strokeStyle = colors.panelText;
  pen.lineWidth = size * 0.025;
  pen.lineJoin = 'round';
  pen.beginPath();
  for (const [x, y] of BEAT) pen.lineTo(x * size, (0.53 + y) * size);
  pen.stroke();
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = colors.text;
  pen.font = `600 ${size * 0.17}px ${fonts.mono}`;
  pen.fillText(score, size / 2, size * 0.27);
  pen.font = `600 ${size * 0.11}px ${fonts.mono}`;
  pen.fillText(agents, size / 2, size * 0.73);
}
