import { Box3, Color, Object3D } from 'three';
import { MINUTE_MS } from '../../../data/core/time.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import {
  sessionCountsText,
  sessionName,
  sessionText,
  sessionWorkText,
} from '../../../data/readings/format-sessions.ts';
import { counted } from '../../../data/readings/format.ts';
import { sessionCountText } from '../../../data/readings/session-counts.ts';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type {
  AgentSession,
  AgentSessions,
  SessionState,
} from '../../../data/readings/schemas/agent-sessions.ts';
import type { SettingsState } from '../../../data/config/settings/settings.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { TimeLapseState } from '../../../data/time-lapse/time-lapse-state.ts';
import { goTo } from '../../../data/view/go-to.ts';
import { letterOf, nextWaiting } from '../../../data/view/shortcuts.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { PictureShape } from '../../core/scene/picture-shape.ts';
import { START } from '../../core/scene/start.ts';
import { isPlainKey } from '../../input/keyboard.ts';
import { hitAs } from '../../utils/drawing.ts';
import { looks, shortStateText, stateColor } from './session-looks.ts';
import { SessionFigures, FIGURE_METRES } from './session-figures.ts';
import { SPARKS, SessionLights } from './session-lights.ts';
import { ROWS, SessionNames } from './session-names.ts';
import {
  FIGURES,
  LIGHTS,
  ROW,
  SessionPlaces,
  placeCount,
  placeX,
  placeZ,
  placesInPicture,
} from './session-places.ts';

type StateSlice = DerivedState &
  PageState &
  ReadingsState &
  SettingsState &
  TimeLapseState &
  ViewState &
  WorldState;

/** The height of a figure's feet above the glass. Metres. */
const FEET_METRES = 0.3;
const REACH_METRES = 3;
/** The time constants of changes of posture and of coming and going: 63 % in this many seconds. */
const POSE_SECONDS = 0.5;
const COME_SECONDS = 0.8;
/** A figure that leaves moves this far away from the resident. Metres. */
const LEAVE_METRES = 0.8;
/** A visitor who comes to a figure stands this far in front of it. Metres. */
const STAND_METRES = 2.6;
/** Half the width of a figure with its sparks, and the height of the name below its feet. */
const WIDE_METRES = 0.45;
const NAME_METRES = 0.3;
const hitBox = new Box3();

/** A place for a figure. The numbers ease to the look of the session's state. */
interface Figure {
  /** The session at this place, also while its figure leaves. */
  session: AgentSession | undefined;
  isThere: boolean;
  x: number;
  z: number;
  light: number;
  raise: number;
  bow: number;
  /** The share of the figure that is visible, 0 to 1. */
  share: number;
  readonly tint: Color;
  /** The object that rays to the figure hit. */
  readonly object: Object3D;
  /** Contains the figure, its sparks and its name; empty if it is not seen. Metres. */
  readonly box: Box3;
}

const newFigure = (): Figure => ({
  session: undefined,
  isThere: false,
  x: 0,
  z: 0,
  light: 0,
  raise: 0,
  bow: 0,
  share: 0,
  tint: new Color(),
  object: new Object3D(),
  box: new Box3(),
});

/** The sessions of the owner's coding agents as figures beside the resident. At most three draw calls. */
class Sessions extends DrawnModule<StateSlice> {
  readonly #drawnFigures: SessionFigures;
  readonly #lights: SessionLights;
  readonly #names: SessionNames;
  readonly #places = new SessionPlaces();
  readonly #figures: readonly Figure[] = Array.from({ length: FIGURES }, newFigure);
  readonly #colors: Readonly<Record<SessionState, Color>>;
  #reading: Reading<AgentSessions> | undefined;
  /** The sessions that are no figures. */
  #others: readonly AgentSession[] = [];
  #otherCount = 0;
  /** The session to which the key last brought the visitor. */
  #visited: string | undefined;
  #minute = 0;
  readonly #shape = new PictureShape();
  #besideToday = false;
  #isTall = false;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    this.#drawnFigures = new SessionFigures(...parts);
    this.#lights = new SessionLights(...parts);
    this.#names = new SessionNames(...parts);
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
    disposables.defer(scene.registry.words.add(this.#names.mesh));
    for (const [index, figure] of this.#figures.entries()) this.#register(figure, index);
    disposables.defer(
      scene.registry.movingParts.set(
        this,
        this.#figures.map(({ box }) => ({ box, hertz: 6 })),
      ),
    );
    window.addEventListener('keydown', this.#onKey, { signal: disposables.signal });
    scene.registry.sessionAt = (key) => this.#placeOf(key);
    disposables.defer(() => (scene.registry.sessionAt = undefined));
  }

  /** Where the figure of a session stands, or goes. */
  #placeOf(key: string): { x: number; z: number } | undefined {
    const index = this.#figures.findIndex((figure) => figure.session?.key === key && figure.isThere);
    const session = this.#figures[index]?.session;
    if (!session) return undefined;
    const waits = session.state === 'waiting';
    return { x: placeX(index, this.#isTall, waits), z: placeZ(index, this.#isTall, waits) };
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    // `isPlainKey` comes first, because autofill dispatches key events without a `key`.
    if (event.defaultPrevented || !isPlainKey(event) || !this.state.settings.get().shortcuts) return;
    if (letterOf(event) !== nextWaiting.key || event.repeat || event.shiftKey) return;
    this.#goToNext();
  };

  /** Goes to the figure of the next session that waits, in the order of the queue. */
  #goToNext(): void {
    if (this.state.timeLapse.sessions.get()) return;
    const waiting = (currentValue(this.#shown)?.sessions ?? []).filter(({ state }) => state === 'waiting');
    const { length } = waiting;
    const at = waiting.findIndex(({ key }) => key === this.#visited);
    for (let step = 1; step <= length; step++) {
      const session = waiting[(at + step) % length];
      const index = this.#figures.findIndex((one) => one.session?.key === session?.key && one.isThere);
      if (!session || index < 0) continue;
      this.#visited = session.key;
      const x = placeX(index, this.#isTall, true);
      const z = placeZ(index, this.#isTall, true);
      const pitch = -Math.atan2(START.y - FIGURE_METRES, STAND_METRES);
      goTo(this.state, { kind: 'spot', x, z: z + STAND_METRES, yaw: 0, pitch });
      return;
    }
  }

  /** Registers an object that is not drawn, for the hint of a figure and for clicks on it. */
  #register(figure: Figure, index: number): void {
    const { object } = figure;
    object.name = `agent session ${index + 1}`;
    hitAs(object, (ray, at) => {
      if (!figure.isThere) return null;
      const { x, z } = object.position;
      hitBox.min.set(x - 0.3, 0, z - 0.3);
      hitBox.max.set(x + 0.3, FIGURE_METRES + 0.3, z + 0.3);
      return ray.intersectBox(hitBox, at);
    });
    this.disposables.add(this.scene, object);
    this.disposables.defer(
      this.scene.interactions.register(object, {
        reach: REACH_METRES,
        name: () => figure.session?.name ?? '',
        label: () => this.#label(figure),
        // A figure that has left is hit by no ray (see above), so a visitor near it does not find it either.
        get requiresAim() {
          return !figure.isThere;
        },
        action: {
          key: 'E',
          text: () => 'list the sessions',
          run: () => this.state.panels.today.set(true),
        },
        fromAfar: 'act',
      }),
    );
  }

  #label({ session }: Figure): string {
    if (!session) return '';
    const { recorded } = this.#shown;
    const details = [sessionWorkText(session), sessionCountsText(session), recorded && 'a recording']
      .filter(Boolean)
      .join(' · ');
    return `${sessionName(session)} — ${sessionText(session, this.state.derived.shownNow.get())}${details && ` · ${details}`}`;
  }

  /** Assigns the sessions to the figures. Called when the reading, the minute or the free places change. */
  #arrange(value: AgentSessions | undefined, now: number): void {
    const sessions = value?.sessions ?? [];
    const there = this.#places.update(sessions, placesInPicture(this.#shape, this.#besideToday));
    for (const [index, figure] of this.#figures.entries()) {
      const session = there[index];
      figure.isThere = session !== undefined;
      if (!session) continue;
      const isOther = figure.session?.key !== session.key;
      figure.session = session;
      if (isOther) this.#begin(figure, index, session);
      this.#names.write(index, session.name, shortStateText(session, now), stateColor(session));
    }
    this.#others = sessions.filter((session) => !there.includes(session)).slice(0, LIGHTS);
    this.#otherCount = sessions.length - there.filter(Boolean).length + (value?.more ?? 0);
    const others = this.#otherCount;
    if (others <= 0 || !value) return;
    if (sessions.length === 0)
      this.#names.write(ROWS - 1, counted(others, 'agent'), sessionCountText(value.counts));
    else this.#names.write(ROWS - 1, `${others} more`, others === 1 ? 'session' : 'sessions');
  }

  /** A new figure comes from the side, in the look of its state. */
  #begin(figure: Figure, index: number, { state }: AgentSession): void {
    const x = placeX(index, this.#isTall, false);
    const z = placeZ(index, this.#isTall, false);
    const { light, raise, bow } = looks[state];
    Object.assign(figure, { x: x + Math.sign(x) * LEAVE_METRES, z, light, raise, bow, share: 0 });
    figure.tint.copy(this.#colors[state]);
  }

  update(_elapsed: number, delta: number): void {
    const reading = this.#shown;
    const now = this.state.derived.shownNow.get();
    const minute = Math.floor(now / MINUTE_MS);
    const besideToday = this.state.panels.today.get();
    const hasNewShape = this.#shape.follow(this.scene);
    if (
      reading !== this.#reading ||
      minute !== this.#minute ||
      besideToday !== this.#besideToday ||
      hasNewShape
    ) {
      this.#isTall = this.#shape.aspect < 1;
      this.#besideToday = besideToday;
      this.#reading = reading;
      this.#minute = minute;
      this.#arrange(currentValue(reading), now);
    }
    const still = this.reducedMotion;
    const pose = still ? 1 : 1 - Math.exp(-delta / POSE_SECONDS);
    const come = still ? 1 : 1 - Math.exp(-delta / COME_SECONDS);
    this.#lights.begin();
    this.#names.begin();
    let count = 0;
    for (let index = 0; index < FIGURES; index++) {
      const figure = this.#figures[index];
      figure?.box.makeEmpty();
      if (figure && this.#move(figure, index, pose, come)) this.#put(figure, index, count++);
    }
    this.#putOthers();
    this.#drawnFigures.show(count, delta);
    this.#lights.show(delta);
    this.#names.show();
  }

  /** The present sessions, or those at the moment of a time-lapse. */
  get #shown(): Reading<AgentSessions> {
    return this.state.timeLapse.sessions.get() ?? this.state.readings.sessions.get();
  }

  /** Eases a figure to its place and posture. Returns whether it is seen. */
  #move(figure: Figure, index: number, pose: number, come: number): boolean {
    const { session } = figure;
    if (!session) return false;
    const { isThere } = figure;
    const waits = session.state === 'waiting';
    // If the window has become tall, there are fewer places. Figures without a place leave from where they
    // are.
    if (index < placeCount(this.#isTall)) {
      const x = placeX(index, this.#isTall, waits);
      const away = isThere ? 0 : Math.sign(x) * LEAVE_METRES;
      figure.x += (x + away - figure.x) * come;
      figure.z += (placeZ(index, this.#isTall, waits) - figure.z) * come;
    }
    const { light, raise, bow } = looks[session.state];
    figure.light += (light - figure.light) * pose;
    figure.raise += (raise - figure.raise) * pose;
    figure.bow += (bow - figure.bow) * pose;
    figure.share += ((isThere ? 1 : 0) - figure.share) * come;
    figure.tint.lerp(this.#colors[session.state], pose);
    return figure.share > 0.01;
  }

  #put(figure: Figure, index: number, slot: number): void {
    const { session, x, z, light, raise, bow, share, tint, object, box } = figure;
    const { position } = this.scene.camera;
    const { places, looks: tints, acts } = this.#drawnFigures;
    places.setXYZW(slot, x, FEET_METRES, z, share);
    tints.setXYZW(slot, tint.r, tint.g, tint.b, light);
    acts.setXYZW(slot, Math.atan2(position.x - x, position.z - z), raise, bow, (index * 0.37) % 1);
    object.position.set(x, 0, z);
    box.min.set(x - WIDE_METRES, FEET_METRES - NAME_METRES, z - WIDE_METRES);
    box.max.set(x + WIDE_METRES, FEET_METRES + FIGURE_METRES * 1.2, z + WIDE_METRES);
    this.#names.add(index, x, FEET_METRES, z, share);
    const sparks = session ? Math.min(SPARKS, session.agents.length + session.moreAgents) : 0;
    for (let i = 0; i < sparks; i++) {
      const color = this.#colors[session?.agents[i]?.state ?? 'working'];
      this.#lights.add(x, FEET_METRES + FIGURE_METRES * 0.72, z, share * 0.8, color, i / SPARKS);
    }
  }

  /** The sessions that are no figures: a row of lights in front, with their number. */
  #putOthers(): void {
    const { length } = this.#others;
    const apart = Math.min(ROW.apart, (this.#isTall ? ROW.tallWidth : ROW.width) / Math.max(1, length));
    // In a tall window they stand farther back, so that the bar with the hint does not cover the number.
    const z = this.#isTall ? ROW.z - 0.35 : ROW.z;
    for (let i = 0; i < length; i++) {
      const state = this.#others[i]?.state ?? 'done';
      const x = (i - (length - 1) / 2) * apart;
      this.#lights.add(x, ROW.y, z, 0.2 + 0.4 * looks[state].light, this.#colors[state], -1);
    }
    if (this.#otherCount > 0) this.#names.add(ROWS - 1, 0, ROW.y, z, 1);
  }
}

export const { init, update, dispose } = defineModule((...given) => new Sessions(...given));
