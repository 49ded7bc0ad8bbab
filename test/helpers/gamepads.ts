/** A gamepad that a test holds: its sticks and buttons are what the test sets. */
export interface ScriptedGamepad {
  readonly axes: number[];
  /** By their index in the standard mapping. */
  press(button: number): void;
  release(button: number): void;
  /** Pulls the plug; what is held is never seen released. */
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
  /** How often the page has asked for the list. */
  asked(): number;
  connect(mapping?: GamepadMappingType): ScriptedGamepad;
  /** Gives the browser its own list back. */
  end(): void;
}

/** Puts gamepads into the page: no browser under test has one of its own. */
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
