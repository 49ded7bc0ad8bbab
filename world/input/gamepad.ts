import { type ViewState, dispatchView, requestPageCommand } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { type Deflection, applyDeadZone } from './dead-zone.ts';

type StateSlice = ViewState & WorldState;

/** Buttons and axes of the standard mapping (W3C Gamepad, section 9), by their index. */
const ACT = 0;
const LEAVE = 1;
const OVERVIEW = 2;
const NAVIGATION = 3;
const RUN_TRIGGER = 7;
const HELP = 9;
const RUN_STICK = 10;
const COMMANDS = [ACT, LEAVE, OVERVIEW, NAVIGATION, HELP] as const;
const AXES = 4;

/** The dead zone as a share of the range, because worn sticks do not rest exactly in the middle. */
const DEAD_ZONE = 0.16;
/** Rotation is finer near the middle than walking. */
const WALK_POWER = 1.4;
const LOOK_POWER = 2;
const PRESSED = 0.5;

const walking: Deflection = { x: 0, y: 0 };
const looking: Deflection = { x: 0, y: 0 };

/** The first connected gamepad; none if the embedding page does not permit gamepads. */
function firstGamepad(): Gamepad | undefined {
  try {
    return navigator.getGamepads().find((pad) => pad?.connected === true) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * A gamepad besides keyboard, mouse and touch: the left stick walks, the right one rotates the view. A runs
 * the action of the hint, B is Esc, X the overview, Y the other navigation, Start the help. The right
 * trigger, or pressing the left stick, runs. If a gamepad does not have the standard mapping, only its sticks
 * are read. Before one is connected, nothing is read.
 */
class GamepadInput implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  /** The index in the browser's list; −1 without a gamepad. */
  #index = -1;
  #isBlurred = false;
  /** One bit for each button that was down at the last update. */
  #down = 0;
  /** One bit for each axis that was once near its middle. An axis that never is there is a trigger. */
  #centred = 0;

  constructor(scene: WorldScene, state: StateSlice, signal: AbortSignal) {
    this.#scene = scene;
    this.#state = state;
    const on = { signal };
    window.addEventListener('gamepadconnected', this.#onConnected, on);
    window.addEventListener('gamepaddisconnected', this.#onDisconnected, on);
    window.addEventListener('blur', this.#onBlur, on);
    window.addEventListener('focus', this.#onFocus, on);
    document.addEventListener('visibilitychange', this.#onVisibility, on);
    // Looks for a gamepad that was connected before this module started: the browser does not report it
    // again.
    const known = firstGamepad();
    if (known) this.#connect(known);
  }

  readonly #onConnected = ({ gamepad }: GamepadEvent): void => this.#connect(gamepad);

  #connect({ index, mapping }: Gamepad): void {
    this.#release();
    this.#index = index;
    this.#centred = 0;
    // Buttons that are pressed during the connection are not commands.
    this.#down = -1;
    this.#state.world.gamepad.set(mapping === 'standard' ? 'whole' : 'sticks');
  }

  readonly #onDisconnected = ({ gamepad }: GamepadEvent): void => {
    if (gamepad.index !== this.#index) return;
    this.#disconnect();
    const other = firstGamepad();
    if (other) this.#connect(other);
  };

  readonly #onBlur = (): void => {
    this.#isBlurred = true;
    this.#release();
  };

  readonly #onFocus = (): void => {
    this.#isBlurred = false;
    this.#down = -1;
  };

  readonly #onVisibility = (): void => this.#release();

  #disconnect(): void {
    this.#release();
    this.#index = -1;
    this.#state.world.gamepad.set('none');
  }

  #release(): void {
    const { input } = this.#scene;
    input.right = 0;
    input.ahead = 0;
    input.turn = 0;
    input.pitch = 0;
    input.run = false;
  }

  update(): void {
    if (this.#index < 0 || this.#isBlurred) return;
    const pad = navigator.getGamepads()[this.#index];
    if (!pad?.connected) {
      this.#disconnect();
      return;
    }
    const { input } = this.#scene;
    walking.x = this.#axis(pad, 0);
    walking.y = this.#axis(pad, 1);
    looking.x = this.#axis(pad, 2);
    looking.y = this.#axis(pad, 3);
    applyDeadZone(walking, DEAD_ZONE, WALK_POWER);
    applyDeadZone(looking, DEAD_ZONE, LOOK_POWER);
    input.right = walking.x;
    input.ahead = -walking.y;
    input.turn = -looking.x;
    input.pitch = -looking.y;
    if (pad.mapping === 'standard') this.#press(pad);
  }

  #axis({ axes, mapping }: Gamepad, index: number): number {
    const value = axes[index] ?? 0;
    if (mapping === 'standard') return value;
    if (Math.abs(value) < PRESSED) this.#centred |= 1 << index;
    return index < AXES && (this.#centred & (1 << index)) !== 0 ? value : 0;
  }

  #press({ buttons }: Gamepad): void {
    const { input } = this.#scene;
    input.run = (buttons[RUN_TRIGGER]?.value ?? 0) > PRESSED || buttons[RUN_STICK]?.pressed === true;
    let down = 0;
    for (let i = 0; i < COMMANDS.length; i++) {
      const button = COMMANDS[i];
      if (button !== undefined && buttons[button]?.pressed) down |= 1 << button;
    }
    const fresh = down & ~this.#down;
    this.#down = down;
    if (fresh !== 0) this.#command(fresh);
  }

  #command(buttons: number): void {
    if (buttons & (1 << ACT)) this.#scene.input.actionCount++;
    if (buttons & (1 << OVERVIEW)) dispatchView(this.#state, { kind: 'toggle', mode: 'overview' });
    if (buttons & (1 << NAVIGATION)) dispatchView(this.#state, { kind: 'navigate' });
    if (buttons & (1 << LEAVE)) requestPageCommand(this.#state, 'escape');
    if (buttons & (1 << HELP)) requestPageCommand(this.#state, 'help');
  }

  dispose(): void {
    this.#disconnect();
  }
}

export const { init, update, dispose } = defineModule(
  (scene, state, _theme, disposables) => new GamepadInput(scene, state, disposables.signal),
);
