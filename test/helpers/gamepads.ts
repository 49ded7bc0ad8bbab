/** A gamepad that a test holds: the test sets its sticks and buttons. */
export interface ScriptedGamepad {
  readonly axes: number[];
  /** By their index in the standard mapping. */
  press(button: number): void;
  release(button: number): void;
  /** Disconnects it; held buttons are never reported as released. */
  disconnect(): void;
}

interface Slot {
  readonly index: number;
  readonly id: string;
  readonly mapping: GamepadMappingType;
  readonly axes: number[];
  readonly buttons: { pressed: boolean; touched: boolean; value: number }[];
  connected: boolean;
  readonly timestamp: number;
}

export interface ScriptedGamepads {
  /** How often the page has requested the list. */
  asked(): number;
  connect(mapping?: GamepadMappingType): ScriptedGamepad;
  /** Restores the browser's own list. */
  end(): void;
}

/** Adds gamepads to the page: browsers under test have none. */
export function scriptGamepads(): ScriptedGamepads {
  const slots: (Slot | null)[] = [null, null, null, null];
  let asked = 0;
  Object.defineProperty(navigator, 'getGamepads', {
    configurable: true,
    value: () => {
      asked++;
      return slots;
    },
  });
  const tell = (type: string, gamepad: Slot): void => {
    window.dispatchEvent(Object.assign(new Event(type), { gamepad }));
  };
  return {
    asked: () => asked,
    connect(mapping = 'standard') {
      const index = slots.indexOf(null);
      const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }));
      const slot: Slot = {
        index,
        id: `scripted ${index}`,
        mapping,
        axes: [0, 0, 0, 0],
        buttons,
        connected: true,
        timestamp: 0,
      };
      slots[index] = slot;
      tell('gamepadconnected', slot);
      const set = (button: number, value: number): void => {
        Object.assign(buttons[button]!, { pressed: value > 0, touched: value > 0, value });
      };
      return {
        axes: slot.axes,
        press: (button) => set(button, 1),
        release: (button) => set(button, 0),
        disconnect() {
          slot.connected = false;
          slots[index] = null;
          tell('gamepaddisconnected', slot);
        },
      };
    },
    end() {
      delete (navigator as { getGamepads?: unknown }).getGamepads;
    },
  };
}
