import type { DebugHandle } from '../../ci/home.ts';

/** The state after some inputs, for checks outside the page. */
export interface Findings {
  readonly mode: string;
  readonly navigation: string;
  /** The camera's position, direction and field of view. */
  readonly camera: readonly number[];
  /** The visitor's x, z, yaw and pitch. */
  readonly stance: readonly [number, number, number, number];
  readonly lift: number;
  readonly sheets: readonly string[];
  readonly narrow: boolean;
  readonly failed: readonly string[];
  readonly phase: string;
}

export interface RandomInputs {
  /** Makes that many inputs, some in each frame; resolves when they are done. */
  run(count: number): Promise<void>;
  findings(): Findings;
  /** Releases everything that is pressed, as the window would, and shows the page. */
  letGo(): void;
  /** The last inputs, newest last. */
  recent(): readonly string[];
  loseContext(): void;
  restoreContext(): void;
}

/** Runs before the page's own scripts: counts the callbacks of each frame. */
export function countFrames(): void {
  const request = window.requestAnimationFrame.bind(window);
  const frames = new Map<number, number>();
  window.requestAnimationFrame = (callback) =>
    request((now) => {
      frames.set(now, (frames.get(now) ?? 0) + 1);
      callback(now);
    });
  Object.assign(window, { frames });
}

/**
 * The number of callbacks in each of the next ten frames, without adding one. A busy machine takes seconds for
 * them.
 */
export async function callbacksAFrame(): Promise<readonly number[]> {
  const { frames } = window as unknown as { frames: Map<number, number> };
  frames.clear();
  // The last frame may still get a callback.
  while (frames.size <= 10) await new Promise((next) => setTimeout(next, 50));
  return [...frames.values()].slice(0, 10);
}

/**
 * Runs in the page: makes inputs of every kind from one seed. They are synthetic events, so that ten
 * thousand take seconds; the test adds a few real ones from outside.
 */
export function prepareRandomInputs(seed: number): void {
  let state = seed >>> 0;
  // As in test/helpers/random.ts, which is not in the page.
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const home = window.homeWorld as DebugHandle;
  const canvas = document.querySelector('canvas') as HTMLCanvasElement;
  // The browser does not know this pointer: nothing can capture it.
  canvas.setPointerCapture = () => undefined;
  canvas.releasePointerCapture = () => undefined;
  const done: string[] = [];

  const keys = (
    'w a s d w a s d p l o V v f e z q ? [ ] + - = 1 x Escape Escape Tab Shift Meta Home F5 Dead Unidentified ' +
    'ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown'
  ).split(' ');
  const codeOf = (key: string): string => (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key);
  const focused = (): Element => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at ?? document.body;
  };
  const key = (): string => {
    const pressed = pick(keys);
    const type = random() < 0.55 ? 'keydown' : 'keyup';
    pick([canvas, canvas, document.body, focused()]).dispatchEvent(
      new KeyboardEvent(type, {
        key: pressed,
        code: codeOf(pressed),
        bubbles: true,
        composed: true,
        cancelable: true,
        repeat: random() < 0.1,
        shiftKey: random() < 0.1,
        ctrlKey: random() < 0.03,
        altKey: random() < 0.03,
        isComposing: random() < 0.02,
      }),
    );
    return `${type} ${pressed}`;
  };
  const place = (): { clientX: number; clientY: number } => ({
    clientX: (random() * 1.2 - 0.1) * innerWidth,
    clientY: (random() * 1.2 - 0.1) * innerHeight,
  });
  const pointerTypes = [
    'pointerdown',
    'pointermove',
    'pointermove',
    'pointermove',
    'pointerup',
    'pointercancel',
  ];
  const pointer = (pointerType: string): string => {
    const type = pick(pointerTypes);
    // There is one mouse, which has this number in the browser too, and one pen.
    const pointerId = pointerType === 'touch' ? 20 + Math.floor(random() * 5) : pointerType === 'pen' ? 2 : 1;
    canvas.dispatchEvent(
      new PointerEvent(type, {
        pointerId,
        pointerType,
        button: random() < 0.9 ? 0 : 2,
        movementX: random() * 400 - 200,
        movementY: random() * 400 - 200,
        bubbles: true,
        composed: true,
        cancelable: true,
        ...place(),
      }),
    );
    if (random() < 0.05) canvas.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, ...place() }));
    return `${type} ${pointerType} ${pointerId}`;
  };
  const wheel = (): string => {
    const deltaY = (random() - 0.5) * 2000;
    canvas.dispatchEvent(
      new WheelEvent('wheel', {
        deltaY,
        deltaMode: pick([0, 0, 1, 2]),
        ctrlKey: random() < 0.1,
        bubbles: true,
        cancelable: true,
        ...place(),
      }),
    );
    return `wheel ${Math.round(deltaY)}`;
  };

  let hidden = false;
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  const show = (shown: boolean): void => {
    hidden = !shown;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const attention = (): string => {
    const what = pick(['blur', 'focus', 'hide', 'show', 'show']);
    if (what === 'hide' || what === 'show') show(what === 'show');
    else window.dispatchEvent(new Event(what));
    return what;
  };

  const pads: (object | null)[] = [null, null];
  Object.defineProperty(navigator, 'getGamepads', { configurable: true, value: () => pads });
  const tell = (type: string, gamepad: object): void => {
    window.dispatchEvent(Object.assign(new Event(type), { gamepad }));
  };
  const gamepad = (): string => {
    const index = random() < 0.8 ? 0 : 1;
    const present = pads[index];
    if (present && random() < 0.05) {
      pads[index] = null;
      tell('gamepaddisconnected', Object.assign(present, { connected: false }));
      return `gamepad ${index} gone`;
    }
    const axes = Array.from({ length: 4 }, () => (random() < 0.4 ? 0 : random() * 2.2 - 1.1));
    const buttons = Array.from({ length: 17 }, () => {
      const pressed = random() < 0.06;
      return { pressed, touched: pressed, value: Number(pressed) };
    });
    if (present) {
      Object.assign(present, { axes, buttons });
      return `gamepad ${index}`;
    }
    const mapping = random() < 0.8 ? 'standard' : '';
    const fresh = { index, id: 'random', mapping, connected: true, timestamp: 0, axes, buttons };
    pads[index] = fresh;
    tell('gamepadconnected', fresh);
    return `gamepad ${index} connected`;
  };

  // A picture at four times the size, or a video, takes longer than all the rest; other tests make
  // them.
  const tooLong = /save|clip|record|film|export/i;
  const buttonsIn = (root: ParentNode, found: HTMLElement[]): HTMLElement[] => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.shadowRoot) buttonsIn(element.shadowRoot, found);
      if (!element.matches('button, summary') || !element.checkVisibility()) continue;
      const name = `${element.getAttribute('aria-label') ?? ''} ${element.textContent ?? ''}`;
      if (!tooLong.test(name)) found.push(element);
    }
    return found;
  };
  const button = (): string => {
    const found = buttonsIn(document, []);
    if (found.length === 0) return 'no button';
    const pressed = pick(found);
    if (random() < 0.3) pressed.focus();
    pressed.click();
    return `button ${pressed.getAttribute('aria-label') ?? pressed.textContent?.trim() ?? ''}`;
  };
  const visit = (): string => {
    const angle = random() * 7;
    const metres = random() * 28;
    home.scene?.player.teleport(
      Math.cos(angle) * metres,
      Math.sin(angle) * metres,
      random() * 7,
      random() * 2 - 1,
    );
    return 'put elsewhere';
  };

  const one = (): string => {
    const kind = random();
    if (kind < 0.4) return key();
    if (kind < 0.55) return pointer('mouse');
    if (kind < 0.75) return pointer('touch');
    if (kind < 0.78) return pointer('pen');
    if (kind < 0.84) return wheel();
    if (kind < 0.87) return attention();
    if (kind < 0.95) return gamepad();
    return kind < 0.995 ? button() : visit();
  };

  const lost = home.scene?.renderer.getContext().getExtension('WEBGL_lose_context');
  const inputs: RandomInputs = {
    async run(count) {
      for (let i = 0; i < count; i++) {
        done.push(one());
        if (done.length > 40) done.shift();
        if (random() < 0.04) await new Promise((next) => setTimeout(next, 16));
      }
    },
    findings() {
      const { scene, state: shown, ticker } = home;
      if (!scene) throw new Error('no scene');
      const { camera, player } = scene;
      const { mode, navigation } = shown.view.get();
      const { x, z, yaw, pitch, heightOffset } = player;
      return {
        mode,
        navigation,
        camera: [...camera.position.toArray(), ...camera.quaternion.toArray(), camera.fov, camera.zoom],
        stance: [x, z, yaw, pitch],
        lift: heightOffset,
        sheets: Object.entries(shown.panels)
          .filter(([, panel]) => panel.get())
          .map(([name]) => name),
        narrow: matchMedia('(max-width: 899px), (max-height: 479px)').matches,
        failed: ticker
          .stats()
          .modules.flatMap(({ name, failure }) => (failure ? [`${name}: ${failure}`] : [])),
        phase: shown.world.status.get().phase,
      };
    },
    letGo() {
      show(true);
      window.dispatchEvent(new Event('blur'));
    },
    recent: () => done,
    loseContext: () => lost?.loseContext(),
    restoreContext: () => lost?.restoreContext(),
  };
  Object.assign(window, { randomInputs: inputs });
}
