import type { GameAction } from './game-action.ts';
import type { ShownAction } from './play-record.ts';
import type { MarkOutcome } from './play-text.ts';

/**
 * Where the actions of a player are drawn on a screenshot, and with which shapes. The shapes are SVG paths in
 * units of the ring's radius, with the action at 0, 0. Canvas and SVG draw the same paths.
 */

/** A point on a screenshot, as fractions of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface ActionMark extends Place {
  readonly shape: 'click' | 'right_click' | 'double_click' | 'move_to' | 'drag_to';
  /** The start of a drag, which is the last position of the pointer; undefined if that is not known. */
  readonly from: Place | undefined;
  readonly outcome: MarkOutcome;
  /** 0 for the newest action. */
  readonly age: number;
}

const circle = (radius: number): string =>
  `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

/** The path of each shape: a ring, two rings, a square, a cross, the target of an arrow. */
export const markShapes: Readonly<Record<ActionMark['shape'], string>> = {
  click: `${circle(1)}${circle(0.12)}`,
  double_click: `${circle(1)}${circle(0.55)}${circle(0.12)}`,
  right_click: `M-.9 -.9H.9V.9H-.9Z${circle(0.12)}`,
  move_to: 'M0 -1V-.3M0 .3V1M-1 0H-.3M.3 0H1',
  drag_to: circle(0.12),
};

/** Crosses out the mark of an action that was refused or failed. */
export const CROSSED_OUT = 'M-1.3 -1.3L1.3 1.3M1.3 -1.3L-1.3 1.3';

/** The dashes for an action that was not sent, in units of the ring's radius. */
export const DASHES = [0.5, 0.35] as const;
export const isDashed = (outcome: MarkOutcome): boolean => outcome === 'dry' || outcome === 'waits';
export const isCrossedOut = (outcome: MarkOutcome): boolean => outcome === 'refused' || outcome === 'failed';

/** The opacity of a mark: older marks are fainter. */
export const markOpacity = (age: number): number => Math.max(0.2, 1 - age * 0.22);

/** The head of an arrow that ends at 0, 0 and points along the x axis. */
export const ARROW_HEAD = 'M-.9 -.5L0 0L-.9 .5';

/** The action, if it has a point on the screenshot. */
const placed = (action: GameAction): Extract<GameAction, { params: Place }> | undefined =>
  'x' in action.params ? (action as Extract<GameAction, { params: Place }>) : undefined;

type Marked = Pick<ShownAction, 'action'> & { readonly outcome: MarkOutcome };

/** Where an action has moved the pointer; a dry run shows where it would have. */
const movedTo = ({ action, outcome }: Marked): Place | undefined =>
  outcome === 'done' || outcome === 'dry' ? placed(action)?.params : undefined;

/** The position of the pointer after these actions; `before` is its position before them. */
export const pointerAfter = (actions: readonly Marked[], before?: Place): Place | undefined =>
  actions.map(movedTo).findLast((place) => place !== undefined) ?? before;

/**
 * The marks of the actions that have a point, oldest first, so that the newest is drawn on top.
 * @param pointer The position of the pointer before these actions.
 */
export function actionMarks(actions: readonly Marked[], pointer?: Place): ActionMark[] {
  const marks: ActionMark[] = [];
  let last = pointer;
  actions.forEach((one, index) => {
    const { outcome } = one;
    const target = placed(one.action);
    if (!target) return;
    const { action: shape, params } = target;
    const from = shape === 'drag_to' ? last : undefined;
    marks.push({ shape, x: params.x, y: params.y, from, outcome, age: actions.length - 1 - index });
    last = movedTo(one) ?? last;
  });
  return marks;
}
