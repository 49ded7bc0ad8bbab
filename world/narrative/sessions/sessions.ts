import { Box3, Color, MathUtils, Object3D } from 'three';
import { MINUTE_MS } from '../../../data/core/time.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import {
  sessionCountsText,
  sessionName,
  sessionText,
  sessionWorkText,
} from '../../../data/readings/format-sessions.ts';
import { sessionCountText } from '../../../data/readings/session-counts.ts';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type {
  AgentSession,
  AgentSessions,
  SessionState,
} from '../../../data/readings/schemas/agent-sessions.ts';
import type { SettingsState } from '../../../data/config/settings/settings.ts';
import { goTo } from '../../../data/view/go-to.ts';
import { nextWaiting } from '../../../data/view/shortcuts.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import { START } from '../../core/scene/start.ts';
import { isPlainKey } from '../../input/keyboard.ts';
import { hitAs, makeStatic } from '../../utils/drawing.ts';
import { updateFog } from '../../utils/fog-uniforms.glsl.ts';
import { looks, shortStateText, stateColor } from './session-looks.ts';
import { SessionFigures } from './session-figures.ts';
import { SPARKS, SessionLights } from './session-lights.ts';
import { ROWS, SessionNames } from './session-names.ts';
import { FIGURES, LIGHTS, ROW, SessionPlaces, placeCount, placeX, placeZ } from './session-places.ts';
import { FIGURE_METRES } from './sessions.glsl.ts';

type StateSlice = PageState & ReadingsState & SettingsState & ViewState & WorldState;

/** Its feet above the glass. Metres. */
const FEET_METRES = 0.3;
const REACH_METRES = 3;
/** The time constants of changes of posture and of coming and going: 63 % in this many seconds. */
const POSE_SECONDS = 0.5;
const COME_SECONDS = 0.8;
/** A figure that goes walks this far away from the resident. Metres. */
const LEAVE_METRES = 0.8;
const NAMES_ORDER = 30;
/** A visitor who comes to a figure stands this far in front of it. Metres. */
const STAND_METRES = 2.6;
/** The values of a figure, which ease to those of its state: x, z, light, arm, head, share. */
const VALUES = 6;
const hitBox = new Box3();

const ease = (value: number, target: number, share: number): number => value + (target - value) * share;

/** The sessions of the owner's coding agents as figures beside the resident. At most three draw calls. */
class Sessions extends DrawnModule<StateSlice> {
  readonly #figures: SessionFigures;
  readonly #lights: SessionLights;
  readonly #names: SessionNames;
  readonly #places = new SessionPlaces();
  /** For the rays to the figures. */
  readonly #objects: Object3D[] = [];
  readonly #colors: Readonly<Record<SessionState, Color>>;
  /** The session at each place, also while its figure goes. */
  readonly #shown: (AgentSession | undefined)[] = Array.from({ length: FIGURES }, () => undefined);
  readonly #isThere = new Uint8Array(FIGURES);
  readonly #values = new Float32Array(FIGURES * VALUES);
  readonly #tints = new Float32Array(FIGURES * 3);
  #reading: Reading<AgentSessions> | undefined;
  /** The sessions that are no figures. */
  #others: readonly AgentSession[] = [];
  #otherCount = 0;
  /** The session to which the key went last. */
  #visited: string | undefined;
  #minute = 0;
  #isTall = false;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    const colorOf = (of: SessionState): Color => new Color(theme.colors[looks[of].color]);
    this.#colors = {
      waiting: colorOf('waiting'),
      failed: colorOf('failed'),
      working: colorOf('working'),
      thinking: colorOf('thinking'),
      done: colorOf('done'),
      silent: colorOf('silent'),
      ended: colorOf('ended'),
    };
    this.#figures = disposables.use(new SessionFigures());
    this.#lights = disposables.use(new SessionLights());
    this.#names = disposables.use(new SessionNames(theme));
    makeStatic(this.#figures.mesh, 'agent sessions', 18);
    makeStatic(this.#lights.points, 'agent session lights', 19);
    makeStatic(this.#names.mesh, 'agent session names', NAMES_ORDER);
    for (const object of [this.#figures.mesh, this.#lights.points, this.#names.mesh])
      disposables.add(scene, object);
    disposables.defer(scene.registry.words.add(this.#names.mesh));
    for (let index = 0; index < FIGURES; index++) this.#register(index, disposables);
    window.addEventListener('keydown', this.#onKey, { signal: disposables.signal });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // `isPlainKey` comes first, because autofill dispatches key events without a `key`.
    if (event.defaultPrevented || !isPlainKey(event) || !this.state.settings.get().shortcuts) return;
    if (event.key.toLowerCase() !== nextWaiting.key || event.repeat || event.shiftKey) return;
    this.#goToNext();
  };

  /** Goes to the figure of the next session that waits, in the order of the queue. */
  #goToNext(): void {
    const waiting = (currentValue(this.state.readings.sessions.get())?.sessions ?? []).filter(
      ({ state }) => state === 'waiting',
    );
    const { length } = waiting;
    const at = waiting.findIndex(({ key }) => key === this.#visited);
    for (let step = 1; step <= length; step++) {
      const session = waiting[(at + step) % length];
      const index = this.#shown.findIndex((one, place) => one?.key === session?.key && this.#isSeen(place));
      if (!session || index < 0) continue;
      this.#visited = session.key;
      const x = placeX(index, this.#isTall, true);
      const z = placeZ(index, this.#isTall, true);
      const pitch = -Math.atan2(START.y - FIGURE_METRES, STAND_METRES);
      goTo(this.state, { kind: 'spot', x, z: z + STAND_METRES, yaw: 0, pitch });
      return;
    }
  }

  /** An object that has no picture of its own, for the hint and the click. */
  #register(index: number, disposables: Disposables): void {
    const object = new Object3D();
    object.name = `agent session ${index + 1}`;
    hitAs(object, (ray, at) => {
      if (!this.#isSeen(index)) return null;
      const { x, z } = object.position;
      hitBox.min.set(x - 0.3, 0, z - 0.3);
      hitBox.max.set(x + 0.3, FIGURE_METRES + 0.3, z + 0.3);
      return ray.intersectBox(hitBox, at);
    });
    disposables.add(this.scene, object);
    const name = (): string => this.#shown[index]?.name ?? '';
    disposables.defer(
      this.scene.interactions.register(object, {
        reach: REACH_METRES,
        name,
        label: () => this.#label(index),
        isQuiet: () => !this.#isSeen(index),
        action: {
          key: 'E',
          text: () => 'list the sessions',
          run: () => this.state.panels.today.set(true),
        },
        fromAfar: 'act',
      }),
    );
    this.#objects.push(object);
  }

  #label(index: number): string {
    const session = this.#shown[index];
    if (!session) return '';
    const { recorded } = this.state.readings.sessions.get();
    const details = [sessionWorkText(session), sessionCountsText(session), recorded && 'a recording']
      .filter(Boolean)
      .join(' · ');
    return `${sessionName(session)} — ${sessionText(session, this.state.now.get())}${details && ` · ${details}`}`;
  }

  /** Which session stands where; called when the reading or the minute changes. */
  #arrange(value: AgentSessions | undefined, now: number): void {
    const sessions = value?.sessions ?? [];
    const there = this.#places.update(sessions, placeCount(this.#isTall));
    for (const [index, session] of there.entries()) {
      this.#isThere[index] = session ? 1 : 0;
      if (!session) continue;
      const isOther = this.#shown[index]?.key !== session.key;
      this.#shown[index] = session;
      if (isOther) this.#begin(index, session);
      this.#names.write(index, session.name, shortStateText(session, now), stateColor(session));
    }
    this.#others = sessions.filter((session) => !there.includes(session)).slice(0, LIGHTS);
    this.#otherCount = sessions.length - there.filter(Boolean).length + (value?.more ?? 0);
    if (this.#otherCount > 0)
      this.#names.write(
        ROWS - 1,
        `${this.#otherCount} ${value?.sessions.length ? 'more' : 'agents'}`,
        value?.sessions.length ? 'sessions' : value ? sessionCountText(value.counts) : '',
      );
  }

  /** A new figure comes from the side, in the look of its state. */
  #begin(index: number, { state }: AgentSession): void {
    const x = placeX(index, this.#isTall, false);
    const z = placeZ(index, this.#isTall, false);
    const { light, raise, bow } = looks[state];
    this.#values.set([x + Math.sign(x) * LEAVE_METRES, z, light, raise, bow, 0], index * VALUES);
    const { r, g, b } = this.#colors[state];
    this.#tints.set([r, g, b], index * 3);
  }

  update(_elapsed: number, delta: number): void {
    const { readings, now, world } = this.state;
    const reading = readings.sessions.get();
    const minute = Math.floor(now.get() / MINUTE_MS);
    const isTall = this.scene.camera.aspect < 1;
    if (reading !== this.#reading || minute !== this.#minute || isTall !== this.#isTall) {
      this.#isTall = isTall;
      this.#reading = reading;
      this.#minute = minute;
      this.#arrange(currentValue(reading), now.get());
    }
    const still = world.reducedMotion.get();
    const isReplay = this.#isReplay();
    const pose = still ? 1 : 1 - Math.exp(-delta / POSE_SECONDS);
    const come = still ? 1 : 1 - Math.exp(-delta / COME_SECONDS);
    this.#lights.begin();
    this.#names.begin();
    let count = 0;
    for (let index = 0; index < FIGURES; index++)
      if (this.#move(index, pose, come)) this.#put(index, count++);
    if (!isReplay) this.#putOthers();
    const { camera, frame } = this.scene;
    const pixels = frame.pixels.value.y / (2 * Math.tan(MathUtils.degToRad(camera.fov / 2)));
    this.#figures.show(count, delta, still);
    this.#lights.show(delta, still, pixels);
    this.#names.show();
    if (count === 0 && this.#otherCount === 0) return;
    updateFog(this.#figures.fog, this.scene);
    updateFog(this.#lights.fog, this.scene);
    updateFog(this.#names.fog, this.scene);
  }

  /** A time-lapse shows another day, without these sessions. */
  #isReplay(): boolean {
    return this.state.view.get().mode === 'time-lapse';
  }

  /** Whether a session stands at this place, and is shown. */
  #isSeen(index: number): boolean {
    return this.#isThere[index] === 1 && !this.#isReplay();
  }

  /** Eases a figure to its place and posture. Returns whether it is seen. */
  #move(index: number, pose: number, come: number): boolean {
    const session = this.#shown[index];
    if (!session) return false;
    const at = index * VALUES;
    const values = this.#values;
    const isThere = this.#isSeen(index);
    const waits = session.state === 'waiting';
    const x = placeX(index, this.#isTall, waits);
    const z = placeZ(index, this.#isTall, waits);
    const { light, raise, bow } = looks[session.state];
    const away = isThere ? 0 : Math.sign(x) * LEAVE_METRES;
    // A window that has become tall has fewer places: the figures of the others go where they are.
    if (index < placeCount(this.#isTall)) {
      values[at] = ease(values[at] ?? 0, x + away, come);
      values[at + 1] = ease(values[at + 1] ?? 0, z, come);
    }
    values[at + 2] = ease(values[at + 2] ?? 0, light, pose);
    values[at + 3] = ease(values[at + 3] ?? 0, raise, pose);
    values[at + 4] = ease(values[at + 4] ?? 0, bow, pose);
    values[at + 5] = ease(values[at + 5] ?? 0, isThere ? 1 : 0, come);
    const color = this.#colors[session.state];
    this.#tints[index * 3] = ease(this.#tints[index * 3] ?? 0, color.r, pose);
    this.#tints[index * 3 + 1] = ease(this.#tints[index * 3 + 1] ?? 0, color.g, pose);
    this.#tints[index * 3 + 2] = ease(this.#tints[index * 3 + 2] ?? 0, color.b, pose);
    return (values[at + 5] ?? 0) > 0.01;
  }

  #put(index: number, slot: number): void {
    const from = index * VALUES;
    const values = this.#values;
    const x = values[from] ?? 0;
    const z = values[from + 1] ?? 0;
    const light = values[from + 2] ?? 0;
    const raise = values[from + 3] ?? 0;
    const bow = values[from + 4] ?? 0;
    const share = values[from + 5] ?? 0;
    const { position } = this.scene.camera;
    const { places, looks: tints, acts } = this.#figures;
    places.setXYZW(slot, x, FEET_METRES, z, share);
    const tint = index * 3;
    tints.setXYZW(
      slot,
      this.#tints[tint] ?? 0,
      this.#tints[tint + 1] ?? 0,
      this.#tints[tint + 2] ?? 0,
      light,
    );
    acts.setXYZW(slot, Math.atan2(position.x - x, position.z - z), raise, bow, (index * 0.37) % 1);
    this.#objects[index]?.position.set(x, 0, z);
    this.#names.add(index, x, FEET_METRES, z, share);
    const session = this.#shown[index];
    const sparks = session ? Math.min(SPARKS, session.agents.length + session.moreAgents) : 0;
    for (let i = 0; i < sparks; i++) {
      const agent = session?.agents[i];
      const color = this.#colors[agent?.state ?? 'working'];
      colors[0] = color.r;
      colors[1] = color.g;
      colors[2] = color.b;
      this.#lights.add(x, FEET_METRES + FIGURE_METRES * 0.72, z, share * 0.8, colors, i / SPARKS);
    }
  }

  /** The sessions that are no figures: a row of lights in front, with their number. */
  #putOthers(): void {
    const { length } = this.#others;
    const apart = Math.min(ROW.apart, (this.#isTall ? ROW.tallWidth : ROW.width) / Math.max(1, length));
    for (let i = 0; i < length; i++) {
      const state = this.#others[i]?.state ?? 'done';
      const color = this.#colors[state];
      colors[0] = color.r;
      colors[1] = color.g;
      colors[2] = color.b;
      this.#lights.add(
        (i - (length - 1) / 2) * apart,
        ROW.y,
        ROW.z,
        0.2 + 0.4 * looks[state].light,
        colors,
        -1,
      );
    }
    if (this.#otherCount > 0) this.#names.add(ROWS - 1, 0, ROW.y, ROW.z, 1);
  }
}

const colors = new Float32Array(3);

export const { init, update, dispose } = defineModule((...given) => new Sessions(...given));
