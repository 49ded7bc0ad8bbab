import type { GameAction } from '../../../data/games/game-action.ts';
import type { Point } from '../area.ts';
import {
  type Field,
  type ServerTool,
  fieldNamed,
  plain,
  takesList,
  takesNumber,
  takesText,
} from './tool-schema.ts';

/** An action in the server’s pixels and with its key names. */
export interface Request {
  readonly action: GameAction;
  /** The target of the pointer. */
  readonly target?: Point;
  /** The last known position of the pointer: the start of a drag, the place of a scroll. */
  readonly pointer: Point;
  readonly keys: readonly string[];
  /** Title of the game’s window, for servers that expect it. */
  readonly title: string;
}
export type Arguments = Readonly<Record<string, unknown>>;
/** Makes a part of the arguments; `names` are the fields that it fills. */
export interface Part {
  readonly names: readonly string[];
  make(request: Request): Arguments;
}

const X = ['x', 'x_coordinate', 'coordinate_x', 'pos_x', 'x_pos', 'to_x', 'end_x', 'x2'];
const Y = X.map((name) => name.replace('x', 'y'));
const START_X = ['from_x', 'start_x', 'x1'];
const START_Y = START_X.map((name) => name.replace('x', 'y'));
const PAIR = ['coordinate', 'coordinates', 'position', 'point', 'end_coordinate', 'to', 'location'];
const START_PAIR = ['start_coordinate', 'start_coordinates', 'start', 'from'];

function pairPart(
  tool: ServerTool,
  pair: readonly string[],
  xs: readonly string[],
  ys: readonly string[],
  of: (request: Request) => Point,
): Part | undefined {
  const list = fieldNamed(tool, ...pair);
  if (list && takesList(list))
    return {
      names: [list.name],
      make: (request) => ({ [list.name]: [of(request).x, of(request).y] }),
    };
  const [x, y] = [fieldNamed(tool, ...xs), fieldNamed(tool, ...ys)];
  if (!x || !y || !takesNumber(x) || !takesNumber(y)) return undefined;
  // A field of type string gets a number too: mcp-pyautogui declares string for fields without a type, and
  // fails with strings.
  return {
    names: [x.name, y.name],
    make: (request) => ({ [x.name]: of(request).x, [y.name]: of(request).y }),
  };
}

/** The target of the pointer. */
export const pointPart = (tool: ServerTool): Part | undefined =>
  pairPart(tool, PAIR, X, Y, ({ target, pointer }) => target ?? pointer);
/** Where a drag begins. */
export const startPart = (tool: ServerTool): Part | undefined =>
  pairPart(tool, START_PAIR, START_X, START_Y, ({ pointer }) => pointer);

export function durationPart(tool: ServerTool): Part | undefined {
  const seconds = fieldNamed(tool, 'duration', 'seconds', 'duration_seconds');
  const milliseconds = fieldNamed(tool, 'duration_ms', 'milliseconds', 'ms');
  const field = seconds ?? milliseconds;
  if (!field) return undefined;
  const isMilliseconds = !seconds || /millisecond|\bms\b/i.test(field.description);
  return {
    names: [field.name],
    make({ action }) {
      const given = action.action === 'drag_to' ? action.params.duration : 0;
      const value = isMilliseconds ? Math.round(given * 1_000) : given;
      return {
        [field.name]:
          field.types.includes('integer') && !field.types.includes('number') ? Math.ceil(value) : value,
      };
    },
  };
}

export function textPart(tool: ServerTool): Part | undefined {
  const field = fieldNamed(tool, 'text', 'string', 'value', 'content', 'input');
  if (!field || !takesText(field)) return undefined;
  return {
    names: [field.name],
    make: ({ action }) => (action.action === 'type_text' ? { [field.name]: action.params.text } : {}),
  };
}

/** The separator between the keys of a combination in one text. */
const separatorOf = ({ description }: ServerTool, field: Field): string =>
  /space[- ]separated|separated by (?:a )?space/i.test(`${description} ${field.description}`) ? ' ' : '+';

/** One key, or several at once. */
export function keysPart(tool: ServerTool, isCombination: boolean): Part | undefined {
  const field = fieldNamed(
    tool,
    'keys',
    'key',
    'key_name',
    'combination',
    'combo',
    'shortcut',
    'hotkey',
    'text',
    'value',
  );
  if (!field) return undefined;
  if (takesList(field)) return { names: [field.name], make: ({ keys }) => ({ [field.name]: [...keys] }) };
  if (!takesText(field)) return undefined;
  // The specification's `hotkey` uses spaces.
  const separator =
    isCombination && tool.plainName === 'hotkey' && field.name === 'keys' ? ' ' : separatorOf(tool, field);
  return { names: [field.name], make: ({ keys }) => ({ [field.name]: keys.join(separator) }) };
}

/** Pixels for one step of the wheel, where a server counts in pixels. */
const PIXELS_A_STEP = 100;

export function scrollPart(tool: ServerTool): Part | undefined {
  const amount = fieldNamed(
    tool,
    'amount',
    'scroll_amount',
    'clicks',
    'steps',
    'delta_y',
    'dy',
    'delta',
    'y_amount',
  );
  const direction = fieldNamed(tool, 'direction', 'scroll_direction');
  const steps = ({ action }: Request): number => (action.action === 'scroll' ? action.params.amount : 0);
  const word = (request: Request): string => (steps(request) > 0 ? 'up' : 'down');
  if (direction && takesText(direction))
    return {
      names: [direction.name, ...(amount ? [amount.name] : [])],
      make: (request) => ({
        [direction.name]:
          direction.choices.find((choice) => choice.toLowerCase() === word(request)) ?? word(request),
        ...(amount && { [amount.name]: Math.abs(steps(request)) }),
      }),
    };
  if (amount && takesNumber(amount)) {
    // In browsers, scrolling down is positive.
    const sign = /^(?:delta_y|dy)$/.test(plain(amount.name)) ? -1 : 1;
    return { names: [amount.name], make: (request) => ({ [amount.name]: sign * steps(request) }) };
  }
  const text = fieldNamed(tool, 'text');
  if (!text || !/scroll/i.test(tool.fields.get('action')?.description ?? '')) return undefined;
  return {
    names: [text.name],
    make: (request) => ({ [text.name]: `${word(request)}:${Math.abs(steps(request)) * PIXELS_A_STEP}` }),
  };
}

/** The title of the game’s window, for servers that act on a window by its title. */
export function titlePart(tool: ServerTool): Part | undefined {
  const field = fieldNamed(tool, 'window_title', 'title', 'window');
  return field && takesText(field)
    ? { names: [field.name], make: ({ title }) => ({ [field.name]: title }) }
    : undefined;
}

/** A fixed choice: the word of an action, or a mouse button. */
export const fixedPart = (field: Field, value: unknown): Part => ({
  names: [field.name],
  make: () => ({ [field.name]: value }),
});
