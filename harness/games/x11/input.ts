import type { Point } from '../area.ts';

/**
 * The arguments of one run of `xdotool` for each action. One process presses and releases, so the release
 * happens even if this program ends meanwhile.
 */

export type Button = 'left' | 'right';
const BUTTONS: Readonly<Record<Button, string>> = { left: '1', right: '3' };
const WHEEL = { up: '4', down: '5' } as const;

/** Seconds. Games that read mouse and keyboard once a frame miss shorter presses. */
const HOVER = '0.03';
const HOLD = '0.05';
const BETWEEN = '0.06';
const DRAG_STEP = 0.02;
const LETTER_MS = '20';

export interface Input {
  readonly args: readonly string[];
  /** Releases everything, after a run that was aborted. */
  readonly release: readonly string[];
  /** How long it takes by itself. */
  readonly seconds: number;
}

const at = ({ x, y }: Point): string[] => ['mousemove', String(x), String(y)];
const press = (button: string): string[] => ['mousedown', button, 'sleep', HOLD, 'mouseup', button];

export const moving = (point: Point): Input => ({ args: at(point), release: [], seconds: 0 });

export function clicking(point: Point, name: Button, times: 1 | 2): Input {
  const button = BUTTONS[name];
  const again = times === 2 ? ['sleep', BETWEEN, ...press(button)] : [];
  return {
    args: [...at(point), 'sleep', HOVER, ...press(button), ...again],
    release: ['mouseup', button],
    seconds: 0.2,
  };
}

/** In small steps, as by hand: games react to the path, not only to its end. */
export function dragging(from: Point, to: Point, seconds: number): Input {
  const steps = Math.max(4, Math.round(seconds / DRAG_STEP));
  const way = Array.from({ length: steps }, (_, step) => {
    const part = (step + 1) / steps;
    const point = {
      x: Math.round(from.x + (to.x - from.x) * part),
      y: Math.round(from.y + (to.y - from.y) * part),
    };
    return [...at(point), 'sleep', (seconds / steps).toFixed(4)];
  });
  const button = BUTTONS.left;
  return {
    args: ['mousedown', button, 'sleep', HOLD, ...way.flat(), 'sleep', HOLD, 'mouseup', button],
    release: ['mouseup', button],
    seconds,
  };
}

/** @param keys Names of X11, the held ones first. */
export function pressing(keys: readonly string[]): Input {
  const down = keys.flatMap((key) => ['keydown', key]);
  const up = keys.toReversed().flatMap((key) => ['keyup', key]);
  return { args: [...down, 'sleep', HOLD, ...up], release: up, seconds: 0.1 };
}

export const typing = (text: string): Input => ({
  args: ['type', '--delay', LETTER_MS, '--', text],
  release: [],
  seconds: (text.length * Number(LETTER_MS)) / 1000,
});

export const scrolling = (amount: number): Input => ({
  args: [
    'click',
    '--repeat',
    String(Math.abs(amount)),
    '--delay',
    LETTER_MS,
    WHEEL[amount > 0 ? 'up' : 'down'],
  ],
  release: [],
  seconds: (Math.abs(amount) * Number(LETTER_MS)) / 1000,
});
