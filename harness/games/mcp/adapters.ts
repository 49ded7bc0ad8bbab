import type { GameAction, GameActionName } from '../../../data/games/game-action.ts';
import type { Point } from '../area.ts';

/** An action in the server’s pixels and with its key names. */
export interface Request {
  readonly action: GameAction;
  /** The target of the pointer. */
  readonly target?: Point;
  /** The last known position of the pointer. */
  readonly pointer: Point;
  readonly keys: readonly string[];
}

/** Pixels for one step of the wheel, for a server that counts in pixels. */
const PIXELS_A_STEP = 100;

/** The values that a field of a call can have. */
function valuesOf({ action, target, pointer, keys }: Request) {
  const { x, y } = target ?? pointer;
  const amount = action.action === 'scroll' ? action.params.amount : 0;
  return {
    x,
    y,
    point: [x, y],
    text: action.action === 'type_text' ? action.params.text : '',
    duration: action.action === 'drag_to' ? action.params.duration : 0,
    amount,
    pixels: `${amount > 0 ? 'up' : 'down'}:${Math.abs(amount) * PIXELS_A_STEP}`,
    keys: keys.join(' '),
    keysWithPlus: keys.join('+'),
  };
}

/** The call for one action. `name` is a tool, or a value of `action` if the server has only one tool. */
interface Call {
  readonly name: string;
  readonly fields: Readonly<Record<string, keyof ReturnType<typeof valuesOf>>>;
}

/** The tools of a kind of desktop-control server. */
export interface Adapter {
  /** The only tool, whose field `action` names the action. Undefined if each action has its own tool. */
  readonly tool?: string;
  readonly actions: Readonly<Record<GameActionName, Call>>;
  /** Tools, or values of `action`, that take a screenshot. The first that exists is used. */
  readonly screenshots: readonly string[];
  /** Whether the server expects points in pixels of its screenshots, which it may have scaled down. */
  readonly countsInImage: boolean;
}

const at = { x: 'x', y: 'y' } as const;
const point = { coordinate: 'point' } as const;

export const adapters: readonly Adapter[] = [
  // computer-use-mcp: one tool for everything.
  {
    tool: 'computer',
    actions: {
      click: { name: 'left_click', fields: point },
      right_click: { name: 'right_click', fields: point },
      double_click: { name: 'double_click', fields: point },
      move_to: { name: 'mouse_move', fields: point },
      drag_to: { name: 'left_click_drag', fields: point },
      type_text: { name: 'type', fields: { text: 'text' } },
      press_key: { name: 'key', fields: { text: 'keysWithPlus' } },
      hotkey: { name: 'key', fields: { text: 'keysWithPlus' } },
      scroll: { name: 'scroll', fields: { text: 'pixels', ...point } },
    },
    screenshots: ['get_screenshot', 'screenshot'],
    countsInImage: true,
  },
  // The home’s own server and mcp-pyautogui: their tools have the action names of docs/specification.md
  // (4.D).
  {
    actions: {
      click: { name: 'click', fields: at },
      right_click: { name: 'right_click', fields: at },
      double_click: { name: 'double_click', fields: at },
      move_to: { name: 'move_to', fields: at },
      drag_to: { name: 'drag_to', fields: { ...at, duration: 'duration' } },
      type_text: { name: 'type_text', fields: { text: 'text' } },
      press_key: { name: 'press_key', fields: { key: 'keys' } },
      hotkey: { name: 'hotkey', fields: { keys: 'keys' } },
      scroll: { name: 'scroll', fields: { amount: 'amount' } },
    },
    screenshots: ['capture_window', 'take_screenshot', 'screenshot'],
    countsInImage: false,
  },
];

/** The arguments of a call. */
export function argumentsOf({ fields }: Call, request: Request): Readonly<Record<string, unknown>> {
  const values = valuesOf(request);
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, values[value]]));
}
