import type { GameAction } from '../../../data/games/game-action.ts';
import { onScreen, type Point, type Space, targetOf } from '../area.ts';
import { CaptureError } from '../desktop.ts';
import { type NamedKeys, checkKeys, keysIn, textProblem } from '../key-rules.ts';
import { spelledFor } from '../../config/game-keys.ts';
import type { LocalWindow } from '../x11/local-window.ts';
import { failureOf } from './answer.ts';
import type { Connection } from './connection.ts';
import type { Capabilities } from './capabilities.ts';
import type { Shot } from './take-screenshot.ts';

/** What an action needs besides its parameters. */
interface ActionContext {
  readonly connection: Connection;
  readonly capabilities: Capabilities;
  readonly named: NamedKeys;
  readonly shot: Shot | undefined;
  readonly pointer: Point;
  /**
   * Returns the window as it is now, or a text that says why it is not looked for. Throws a `CaptureError` if
   * no window has the title, or if the search fails after it worked before.
   */
  find(): Promise<LocalWindow | string>;
  focus(window: LocalWindow): Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}
interface Outcome {
  /** Why it failed. */
  readonly cause?: string;
  /** The position of the pointer. */
  readonly pointer?: Point;
}

/** mcp-pyautogui needs 2.1 seconds for a move; a text of 200 letters needs longer. */
const CALL_MS = 15_000;
const TYPE_MS = 30_000;

/** The reason why the rules for keys and texts refuse an action; undefined if they allow it. */
export function refusalFor(given: GameAction, named: NamedKeys): string | undefined {
  const rules = refusalOf(asCombination(given), named);
  return 'cause' in rules ? rules.cause : undefined;
}

/** The keys of an action, or the reason why the rules for keys and texts refuse the action. */
function refusalOf(action: GameAction, named: NamedKeys): { cause: string } | { keys: readonly string[] } {
  if (action.action === 'type_text') {
    const problem = textProblem(action.params.text);
    if (problem !== undefined) return { cause: problem };
    // Servers answer “true” but skip such characters.
    if (/[^\n -~]/.test(action.params.text)) return { cause: 'only ASCII characters reach a game reliably' };
    return { keys: [] };
  }
  if (action.action !== 'press_key' && action.action !== 'hotkey') return { keys: [] };
  const check = checkKeys(action.action === 'press_key' ? action.params.key : action.params.keys, named);
  if (!check.allowed) return { cause: check.cause };
  return { keys: check.keys };
}

/**
 * Returns the coordinate space for the action: it moves with a window that has moved since the screenshot.
 * Returns a text if the action is refused.
 */
function spaceNow({ window, space, scale, unit, shows }: Shot, now: LocalWindow | string): Space | string {
  if (typeof now === 'string' || shows === 'screen') return space;
  const area = shows === 'window' ? now.area : onScreen(now.area, now.screen);
  if (!area) return 'the window is outside the screen; look at it again';
  // If the server’s screenshots have another size than the screen, rounding causes differences of up to two
  // of their pixels.
  const slack = scale === 1 ? 0 : 2 / scale;
  const differs = (a: number, b: number): boolean => Math.abs(a - b) > slack;
  if (differs(area.width, window.width) || differs(area.height, window.height))
    return 'the window has another size than in the screenshot; look at it again';
  const moved = (from: number, to: number): number =>
    differs(from, to) ? Math.round((to - from) * unit) : 0;
  const { shown } = space;
  return {
    ...space,
    shown: { ...shown, x: shown.x + moved(window.x, area.x), y: shown.y + moved(window.y, area.y) },
  };
}

const timeFor = (action: GameAction): number => {
  if (action.action === 'type_text') return TYPE_MS;
  return CALL_MS + (action.action === 'drag_to' ? action.params.duration * 1_000 : 0);
};

/**
 * Finds the window and focuses it. Returns a text if the window is not looked for, and a cause if the action
 * has to fail.
 */
async function readyWindow({
  find,
  focus,
}: ActionContext): Promise<LocalWindow | string | { cause: string }> {
  try {
    const window = await find();
    if (typeof window === 'string' || (await focus(window))) return window;
    return { cause: `the window “${window.title}” does not get the keyboard` };
  } catch (error) {
    if (error instanceof CaptureError) return { cause: error.message.replace(/\.$/, '') };
    throw error;
  }
}

/**
 * Turns a `press_key` with a combination such as `ctrl+s` into a `hotkey`: servers answer “true” to such a
 * `press_key` but press nothing.
 */
function asCombination(action: GameAction): GameAction {
  if (action.action !== 'press_key') return action;
  const names = keysIn(action.params.key);
  return names.length < 2 ? action : { action: 'hotkey', params: { keys: names.join(' ') } };
}

/** Performs one action. Throws a `CallError` if the server does not answer. */
export async function perform(given: GameAction, scene: ActionContext): Promise<Outcome> {
  const action = asCombination(given);
  const { connection, capabilities, shot, pointer, signal } = scene;
  const mapped = capabilities.actions.get(action.action);
  if (!mapped)
    return { cause: `the desktop server has no tool for ${action.action}; it has: ${capabilities.found}` };
  const rules = refusalOf(action, scene.named);
  if ('cause' in rules) return rules;
  if (!shot) return { cause: 'there is no screenshot yet' };
  const window = await readyWindow(scene);
  if (typeof window === 'object' && 'cause' in window) return window;
  const space = spaceNow(shot, window);
  if (typeof space === 'string') return { cause: space };
  const target = 'x' in action.params ? targetOf(action.params, space) : undefined;
  if (typeof target === 'string') return { cause: target };
  const keys = rules.keys.map((key) => spelledFor(capabilities.dialect, key));
  const args = mapped.argumentsFor({ action, ...(target && { target }), pointer, keys });
  const cause = failureOf(await connection.call(mapped.tool, args, { timeoutMs: timeFor(action), signal }));
  return { ...(cause !== undefined && { cause }), ...(target && cause === undefined && { pointer: target }) };
}
