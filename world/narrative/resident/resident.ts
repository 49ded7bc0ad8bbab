import {
  Box3,
  type BufferGeometry,
  Color,
  Group,
  MathUtils,
  Mesh,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState, ResidentMove, SpokenText } from '../../../data/world-state.ts';
import type { Gesture, WorldScene } from '../../core/scene/scene.ts';
import { talk } from '../../../data/view/go-to.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import { HEADER_PIXELS, coveredShare } from '../../core/scene/picture-shape.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { hitAs } from '../../utils/drawing.ts';
import { Attention, lidsClosed } from './attention.ts';
import { Occupation, residentLabel } from './occupation.ts';
import { Reach } from './reach.ts';
import { residentGeometry } from './resident-geometry.ts';
import {
  type Occupied,
  type Pose,
  type ResidentState,
  easePose,
  residentPoses,
  residentStateOf,
} from './resident-state.ts';
import { EYES, HEART, NECK, SHOULDER, residentFragment, residentVertex } from './resident.glsl.ts';
import { ResidentRings } from './resident-rings.ts';
import { SoftLights } from './soft-lights.ts';
import { SpeechBubble } from './speech-bubble.ts';

type StateSlice = ChatState & PageState & ViewState & WorldState;

const REACH_METRES = 5;
/** The box for ray casts: the figure without its ribbons. Metres. */
const HIT_BOX = new Box3(new Vector3(-0.32, 0, -0.32), new Vector3(0.32, 2.2, 0.32));
/** Contains the figure with its ribbons, its rings, and the sparks above its head. Metres. */
const MOVING_BOX = new Box3(new Vector3(-0.8, -0.05, -0.6), new Vector3(0.8, 2.75, 0.6));
/**
 * The radius of the obstacle. A visitor is stopped 2 m from the resident's centre; their own radius (0.35 m,
 * `BODY_RADIUS`) is subtracted here.
 */
const OBSTACLE_METRES = 1.65;
/** Its reflection in the glass floor: an upright light, from feet to crown. Metres. */
const MIRRORED = { x: 0, y: 1.6, z: 0, width: 1.2, height: 2.2, shape: 'column', turn: 0 } as const;
/** A factor of the light of that reflection. */
const MIRRORED_LIGHT = 1.3;
/** A factor of the rings' speed with reduced motion. */
const REDUCED_MOTION_SPEED = 0.3;
/** The time constant of a change of pose: 63 % of it in this many seconds. */
const POSE_EASE_SECONDS = 0.5;
const TURN_RADIANS = Math.PI * 2;

/** The soft lower edge of the header, which would dim words. CSS pixels. */
const FADE_PIXELS = 12;

const size = new Vector2();
const eyes = new Vector3();

/**
 * The share of the theme colour's grey component that is removed, because light is more saturated than a
 * printed colour.
 */
const PURE = 0.3;

/** The resident: a figure of light that turns to the visitor. Its rings, light and posture show its state. */
class Resident {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #group = new Group();
  readonly #body: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #rings: ResidentRings;
  readonly #lights: SoftLights;
  /** A uniform: light of the outline, of the core and of the eyes, and how far the eyes are open. */
  readonly #glow = { value: new Vector4() };
  /** A uniform, in radians: rotation of shoulders and head, nod and tilt. */
  readonly #turns = { value: new Vector4() };
  /** A uniform, in metres: how far the ribbons extend to the side, up, down and forward. */
  readonly #ribbons = { value: new Vector4() };
  /** A uniform, in metres: how far the hands are to the side, up and forward. */
  readonly #hands = { value: new Vector3() };
  /** A uniform: how far the eyes look to its left and up, −1 to 1; how far the lids are closed by a blink. */
  readonly #gaze = { value: new Vector3() };
  readonly #ribbonTime = { value: 0 };
  /** A uniform: opacity, seconds. */
  readonly #opacity = { value: new Vector2() };
  /** The eased colour of the state, and the colour that the shaders get. */
  readonly #color: Color;
  readonly #shownColor = new Color();
  /** The colour of the reflection in the glass floor. */
  readonly #mirrored = new Color(0, 0, 0);
  readonly #colors: Readonly<Record<ResidentState, Color>>;
  readonly #bubble: SpeechBubble;
  #isReplay = false;
  /** The current pose, which eases towards that of the state. */
  readonly #pose: Pose = { ...residentPoses.offline };
  #residentState: ResidentState = 'offline';
  readonly #speeches: EventReader<SpokenText>;
  readonly #gestures: EventReader<Gesture>;
  readonly #moves: EventReader<ResidentMove>;
  readonly #attention = new Attention();
  readonly #reach = new Reach();
  readonly #occupation = new Occupation();
  #occupied: Occupied | undefined;
  /** In radians. */
  #pulsePhase = 0;
  readonly #hitBox = new Box3();

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    const colorOf = (of: ResidentState): Color => new Color(theme.colors[residentPoses[of].color]);
    this.#colors = {
      idle: colorOf('idle'),
      listening: colorOf('listening'),
      thinking: colorOf('thinking'),
      speaking: colorOf('speaking'),
      offline: colorOf('offline'),
      working: colorOf('working'),
      waiting: colorOf('waiting'),
      failed: colorOf('failed'),
    };
    this.#color = this.#colors.offline.clone();
    this.#speeches = state.speech.reader();
    this.#gestures = scene.gesture.reader();
    this.#moves = state.world.residentMove.reader();
    this.#group.name = 'resident';
    this.#body = new Mesh(disposables.use(residentGeometry()), disposables.use(this.#material(theme)));
    this.#body.rotation.order = 'YXZ';
    hitAs(this.#body, (ray, at) =>
      ray.intersectBox(this.#hitBox.copy(HIT_BOX).translate(this.#body.position), at),
    );
    this.#rings = disposables.use(new ResidentRings());
    this.#lights = disposables.use(new SoftLights(this.#shownColor));
    for (const [order, mesh] of [this.#lights.mesh, this.#body, this.#rings.mesh].entries()) {
      mesh.renderOrder = 20 + order;
      this.#group.add(mesh);
    }
    this.#bubble = disposables.use(new SpeechBubble(theme));
    this.#group.add(this.#bubble.mesh);
    disposables.defer(scene.registry.words.add(this.#bubble.mesh));
    disposables.add(scene, this.#group);
    disposables.defer(scene.registry.glows.set(this, [{ ...MIRRORED, color: this.#mirrored }]));
    disposables.defer(scene.registry.obstacles.set(this, [{ x: 0, z: 0, radius: OBSTACLE_METRES }]));
    disposables.defer(scene.registry.movingParts.set(this, [{ box: MOVING_BOX, hertz: 30 }]));
    disposables.defer(
      scene.interactions.register(this.#body, {
        reach: REACH_METRES,
        name: () => state.resident.get().name,
        label: () =>
          residentLabel(
            state.resident.get().name,
            this.#residentState,
            this.#occupied,
            state.activity.get()?.task,
          ),
        // No hint while the chat is open: the visitor stands in front of the resident, and the hint's card
        // would cover the resident's lower end.
        isQuiet: () => state.panels.chat.get(),
        action: { key: 'E', text: () => 'talk', run: () => talk(state) },
        fromAfar: 'act',
      }),
    );
  }

  #material(theme: Theme): ShaderMaterial {
    const sizes = glslConstants({
      SHOULDER: new Vector3(SHOULDER.x, SHOULDER.y, SHOULDER.z),
      NECK,
      HEART,
      EYES,
      WHITE: new Color(theme.colors.star),
    });
    return new ShaderMaterial({
      name: 'resident',
      vertexShader: `${sizes}\n${residentVertex}`,
      fragmentShader: `${sizes}\n${residentFragment}`,
      uniforms: {
        glow: this.#glow,
        turns: this.#turns,
        ribbons: this.#ribbons,
        hands: this.#hands,
        gaze: this.#gaze,
        ribbonTime: this.#ribbonTime,
        arm: { value: this.#reach.arm },
        body: this.#opacity,
        color: { value: this.#shownColor },
      },
      // Like glass, the figure hides its own back and dims what is behind it a little.
      transparent: true,
      premultipliedAlpha: true,
    });
  }

  update(elapsed: number, delta: number): void {
    const state = this.#state;
    const reducedMotion = state.world.reducedMotion.get();
    // The bubble shows only the newest words.
    const speech = this.#speeches.last();
    if (speech) this.#bubble.say(speech.text);
    this.#updateBubble(delta);
    this.#occupied = this.#occupation.update(state.activity.get(), state.now.get(), delta);
    this.#residentState = residentStateOf(
      state.bridge.get().state,
      state.chat.entries.get(),
      state.panels.chat.get(),
      this.#bubble.speaks,
      this.#occupied,
    );
    const to = residentPoses[this.#residentState];
    const share = 1 - Math.exp(-delta / POSE_EASE_SECONDS);
    easePose(this.#pose, to, share);
    this.#color.lerp(this.#colors[this.#residentState], share);
    this.#attend(elapsed, delta, reducedMotion);
    this.#stand(elapsed, delta, reducedMotion);
    const isPlain = state.world.plain.get();
    this.#shine(delta, reducedMotion, isPlain);
    const speed = isPlain ? 0 : reducedMotion ? REDUCED_MOTION_SPEED : 1;
    this.#rings.turn(delta * speed, this.#pose, to.ringSpeed === 0, this.#attention.shoulders);
  }

  /** The bubble stays below the header, and beside the open chat. */
  #updateBubble(delta: number): void {
    const isReplay = this.#state.view.get().mode === 'time-lapse';
    // Earlier words are not about the replayed day.
    if (isReplay && !this.#isReplay) this.#bubble.end();
    this.#isReplay = isReplay;
    const { camera, renderer } = this.#scene;
    const { y: height } = renderer.getSize(size);
    const header = this.#state.world.freePart.get()?.top ?? coveredShare(HEADER_PIXELS, height);
    this.#bubble.update(delta, camera, header + coveredShare(FADE_PIXELS, height));
    this.#scene.registry.residentSpeaks = this.#bubble.mesh.visible;
  }

  /** Starts the gestures and pointing that its agent or model has requested. */
  #takeMoves(): void {
    for (let move = this.#moves.next(); move; move = this.#moves.next()) {
      if (move.kind === 'gesture') {
        if (move.gesture === 'wave') this.#reach.wave();
        else this.#attention.make(move.gesture);
      } else {
        const place = this.#scene.registry.lookPointOf?.(move.place);
        if (place) this.#reach.show(place, move.kind === 'point');
      }
    }
  }

  /** Turns to the visitor or to what it shows, makes its gestures, and blinks. */
  #attend(elapsed: number, delta: number, reducedMotion: boolean): void {
    const attention = this.#attention;
    const gesture = this.#gestures.last();
    if (gesture) attention.make(gesture);
    this.#takeMoves();
    const { hover } = this.#pose;
    const { target } = this.#reach;
    const visitor = this.#scene.camera.position;
    const { x, y, z } = target ?? visitor;
    const shown = target && this.#reach.facing(Math.atan2(visitor.x, visitor.z));
    // Without a connection the resident does not turn.
    const isAwake = this.#residentState !== 'offline';
    attention.update(delta, x, y - (hover + EYES), z, isAwake, reducedMotion, shown);
    this.#reach.update(delta, attention.shoulders, hover + SHOULDER.y, isAwake, reducedMotion);
    const isLively = isAwake && !reducedMotion;
    const { camera, input } = this.#scene;
    eyes.set(0, hover + EYES, 0).project(camera);
    attention.glance(delta, isLively && !target ? input.mouse : undefined, eyes);
    this.#gaze.value.set(attention.right, attention.up, isLively ? lidsClosed(elapsed) : 0);
  }

  #stand(elapsed: number, delta: number, reducedMotion: boolean): void {
    const pose = this.#pose;
    const attention = this.#attention;
    const isStill = reducedMotion || this.#residentState === 'offline';
    this.#body.position.y = pose.hover + (isStill ? 0 : Math.sin(elapsed * 0.7) * 0.03);
    this.#body.rotation.set(pose.lean, attention.hips, 0);
    this.#turns.value.set(attention.twist, attention.headTurn, pose.nod + attention.bow, pose.tilt);
    const seconds = isStill ? 0 : delta;
    this.#ribbons.value.set(pose.ribbonsOut, pose.ribbonsArc, pose.ribbonsDown, pose.ribbonsAhead);
    this.#hands.value.set(pose.handsOut, pose.handsUp, pose.handsAhead);
    this.#ribbonTime.value += seconds;
    this.#opacity.value.set(pose.body, this.#opacity.value.y + seconds);
  }

  #shine(delta: number, reducedMotion: boolean, isPlain: boolean): void {
    const pose = this.#pose;
    const scene = this.#scene;
    this.#pulsePhase += delta * pose.pulseHertz * TURN_RADIANS;
    const sway = isPlain ? 1 : 1 + pose.pulse * Math.sin(this.#pulsePhase);
    // The core is a little brighter during a gesture.
    const core = pose.core * (1 + 0.5 * this.#attention.gesture);
    this.#glow.value.set(pose.brightness * sway, core * sway, pose.eyes * sway, pose.opening);
    const { r, g, b } = this.#color;
    // Keeps the hue and the maximum: the same grey is subtracted from all channels, then they are scaled.
    const grey = Math.min(r, g, b) * PURE;
    const brightest = Math.max(r, g, b);
    const scale = brightest / (brightest - grey);
    this.#shownColor.setRGB((r - grey) * scale, (g - grey) * scale, (b - grey) * scale);
    this.#mirrored.copy(this.#shownColor).multiplyScalar(pose.brightness * sway * MIRRORED_LIGHT);
    const { camera } = scene;
    const pixel = (2 * Math.tan(MathUtils.degToRad(camera.fov / 2))) / scene.frame.pixels.value.y;
    this.#rings.shine(this.#shownColor, Math.min(1, pose.body), pixel);
    const calls = this.#residentState === 'waiting' && !reducedMotion;
    this.#lights.shine(pose.air * sway, pose.hover, reducedMotion ? 0 : delta, pixel, calls);
  }
}

export const { init, update, dispose } = defineModule((...given) => new Resident(...given));
