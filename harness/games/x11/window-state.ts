import type { ActionResult, GameAction } from '../../../data/games/game-action.ts';
import { type Area, type Point, targetOf } from '../area.ts';
import type { StateCapture } from '../desktop.ts';
import type { ShownState, StateOperations } from '../../core/state-tools.ts';
import type { DesktopControl } from './desktop-control.ts';
import { DesktopError } from './programs.ts';

const NO_STORE = 'No store is asked here: the player adds what it knows.';

/**
 * `capture_state` and `execute_action` for one window of a display: points are fractions of its newest
 * picture.
 */
export class WindowState implements StateOperations {
  readonly #control: DesktopControl;
  readonly #title: string;
  /** The size of the newest picture. */
  #shown: Pick<Area, 'width' | 'height'> | undefined;

  constructor(control: DesktopControl, title: string) {
    this.#control = control;
    this.#title = title;
  }

  async capture(_given: object, signal: AbortSignal): Promise<ShownState> {
    const { bytes, mediaType, area, title } = await this.#control.capture(this.#title, signal);
    const { width, height } = (this.#shown = area);
    const state: Omit<StateCapture, 'screenshot'> & { screenshot: object } = {
      takenAt: new Date().toISOString(),
      window: { title, ...area },
      screenshot: { mediaType, width, height, scale: 1 },
      store: { notes: [NO_STORE] },
    };
    return { picture: { bytes, mediaType }, state };
  }

  async execute({ action: given }: { action: GameAction }, signal: AbortSignal): Promise<ActionResult> {
    const { action, params } = given;
    const result = (cause?: string): ActionResult => ({
      success: cause === undefined,
      action,
      params,
      timestamp: new Date().toISOString(),
      ...(cause !== undefined && { cause }),
    });
    try {
      await this.#send(given, signal);
      return result();
    } catch (error) {
      if (error instanceof DesktopError) return result(error.message);
      throw error;
    }
  }

  /** The pixel of a point, also if the window has moved since the picture. */
  async #pixelOf(point: Point, signal: AbortSignal): Promise<Point> {
    if (!this.#shown) throw new DesktopError('There is no picture yet: call capture_state first.');
    const { area: shown, screen } = await this.#control.place(this.#title, signal);
    if (shown.width !== this.#shown.width || shown.height !== this.#shown.height)
      throw new DesktopError('The window has another size than in the picture: look at it again.');
    const target = targetOf(point, { shown, screens: [screen] });
    if (typeof target === 'string') throw new DesktopError(`${target}.`);
    return target;
  }

  async #send(given: GameAction, signal: AbortSignal): Promise<void> {
    const control = this.#control;
    const at = 'x' in given.params ? await this.#pixelOf(given.params, signal) : { x: 0, y: 0 };
    switch (given.action) {
      case 'click':
        return control.click(at, 'left', 1, signal);
      case 'right_click':
        return control.click(at, 'right', 1, signal);
      case 'double_click':
        return control.click(at, 'left', 2, signal);
      case 'move_to':
        return control.moveTo(at, signal);
      case 'drag_to':
        return control.dragTo(at, given.params.duration, signal);
      case 'type_text':
        return control.type(given.params.text, signal);
      case 'press_key':
        return control.press(given.params.key, signal);
      case 'hotkey':
        return control.hotkey(given.params.keys, signal);
      case 'scroll':
        return control.scroll(given.params.amount, signal);
    }
  }
}
