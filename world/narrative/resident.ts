import {
  AdditiveBlending,
  type BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { lightShare } from '../core/picture.ts';
import type { WorldScene } from '../core/scene.ts';
import { RINGS, figureGeometry, ringGeometry } from './figure.ts';
import { type Bearing, type Mood, bearings, moodOf } from './mood.ts';
import { figureFragment, figureVertex, haloFragment, haloVertex } from './resident.glsl.ts';
import { SpeechBubble } from './speech-bubble.ts';

const REACH_METRES = 5;
const OBSTACLE_METRES = 0.55;
/** The share of their speed that turning things keep for visitors who asked for less motion. */
const CALM = 0.3;
/** A change of mood is seen, not a switch: 63 % of it in this many seconds. */
const MOOD_EASE_SECONDS = 0.5;
const TURN_EASE_SECONDS = 0.9;
const TURN_RADIANS = Math.PI * 2;
/** Brightness of the figure (through the passes, and drawn directly), of the air about it and of its pool on the floor. */
const FIGURE = 1.7;
const FIGURE_DIRECT = 0.5;
/** Thin and bright, the rings turn to sparks where few pixels are drawn; dimmer they stay rings. */
const RINGS_DIRECT = 0.2;
const HALO = 0.42;
const POOL = 0.2;

const UP = new Vector3(0, 1, 0);
const SIDE = new Vector3(1, 0, 0);
const matrix = new Matrix4();
const turn = new Quaternion();
const tilt = new Quaternion();
const place = new Vector3();
const size = new Vector3();

const moodWords: Readonly<Record<Mood, string>> = {
  idle: 'at rest',
  listening: 'listening',
  thinking: 'thinking',
  speaking: 'speaking',
  offline: 'not connected',
};

/** A bearing on its way from one mood to the next. */
type Pose = { -readonly [K in Exclude<keyof Bearing, 'color'>]: number };
const poseOf = ({ color: _color, ...pose }: Bearing): Pose => pose;

/** The resident: a figure of light that turns towards the visitor; its rings, light and posture say what it is doing. */
class Resident {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #group = new Group();
  readonly #body: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #rings: InstancedMesh<BufferGeometry, MeshBasicMaterial>;
  readonly #halo: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #pool: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #time = { value: 0 };
  readonly #light = { value: 0 };
  readonly #haloLight = { value: 0 };
  readonly #poolLight = { value: 0 };
  readonly #color: Color;
  readonly #colors: Readonly<Record<Mood, Color>>;
  readonly #bubble: SpeechBubble;
  readonly #pose: Pose = poseOf(bearings.offline);
  #mood: Mood = 'offline';
  #spoken: number;
  #ringPhase = 0;
  #pulsePhase = 0;
  #facing = 0;

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#scene = scene;
    this.#state = state;
    const colorOf = (mood: Mood): Color => new Color(theme.colors[bearings[mood].color]);
    this.#colors = {
      idle: colorOf('idle'),
      listening: colorOf('listening'),
      thinking: colorOf('thinking'),
      speaking: colorOf('speaking'),
      offline: colorOf('offline'),
    };
    this.#color = this.#colors.offline.clone();
    this.#spoken = state.speech.get().count;
    this.#group.name = 'resident';
    const glowing = {
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    } as const;
    this.#body = new Mesh(
      figureGeometry(),
      new ShaderMaterial({
        name: 'resident',
        vertexShader: figureVertex,
        fragmentShader: figureFragment,
        uniforms: {
          time: this.#time,
          light: this.#light,
          color: { value: this.#color },
          white: { value: new Color(theme.colors.star) },
        },
        ...glowing,
      }),
    );
    this.#body.rotation.order = 'YXZ';
    this.#rings = new InstancedMesh(
      ringGeometry(),
      new MeshBasicMaterial({ color: theme.colors.resident, fog: false, ...glowing }),
      RINGS,
    );
    this.#rings.frustumCulled = false;
    this.#halo = this.#glow(new PlaneGeometry(3, 3.4), this.#haloLight);
    this.#pool = this.#glow(new PlaneGeometry(5, 5).rotateX(-Math.PI / 2), this.#poolLight);
    this.#pool.position.y = 0.03;
    for (const [order, mesh] of [this.#pool, this.#halo, this.#body, this.#rings].entries()) {
      mesh.renderOrder = 2 + order * 0.1;
      this.#group.add(mesh);
    }
    this.#bubble = new SpeechBubble(theme);
    this.#group.add(this.#bubble.mesh);
    scene.add(this.#group);
    scene.obstacles.set(this, [{ x: 0, z: 0, radius: OBSTACLE_METRES }]);
    scene.interactions.register(this.#body, {
      reach: REACH_METRES,
      label: () => `${state.resident.get().name} — ${moodWords[this.#mood]}`,
      action: { key: 'E', text: () => 'talk', run: () => state.chat.open.set(true) },
    });
  }

  #glow(geometry: BufferGeometry, light: { value: number }): Mesh<BufferGeometry, ShaderMaterial> {
    return new Mesh(
      geometry,
      new ShaderMaterial({
        name: 'resident-glow',
        vertexShader: haloVertex,
        fragmentShader: haloFragment,
        uniforms: { light, color: { value: this.#color } },
        transparent: true,
        depthWrite: false,
        blending: AdditiveBlending,
      }),
    );
  }

  get mood(): Mood {
    return this.#mood;
  }

  update(elapsed: number, delta: number): void {
    const state = this.#state;
    const speech = state.speech.get();
    if (speech.count !== this.#spoken) {
      this.#spoken = speech.count;
      this.#bubble.say(speech.detail.text);
    }
    this.#bubble.update(delta, this.#scene.camera);
    this.#mood = moodOf(
      state.bridge.get().state,
      state.chat.entries.get(),
      state.chat.open.get(),
      this.#bubble.visible,
    );
    this.#ease(delta);
    this.#time.value = elapsed;
    this.#pulsePhase += delta * this.#pose.pulseHertz * TURN_RADIANS;
    const light = this.#pose.brightness * (1 + this.#pose.pulse * Math.sin(this.#pulsePhase));
    const share = lightShare(this.#scene.quality);
    this.#light.value = light * (share < 1 ? FIGURE_DIRECT : FIGURE);
    this.#rings.material.color.copy(this.#color).multiplyScalar(share < 1 ? RINGS_DIRECT : 1);
    this.#haloLight.value = light * share * HALO;
    this.#poolLight.value = light * share * POOL;
    this.#stand(elapsed, delta);
    this.#turnRings(delta);
  }

  #ease(delta: number): void {
    const to = bearings[this.#mood];
    const share = 1 - Math.exp(-delta / MOOD_EASE_SECONDS);
    const pose = this.#pose;
    // Field by field: a loop over names makes garbage in every frame.
    pose.brightness += (to.brightness - pose.brightness) * share;
    pose.ringSpeed += (to.ringSpeed - pose.ringSpeed) * share;
    pose.ringHeight += (to.ringHeight - pose.ringHeight) * share;
    pose.ringScale += (to.ringScale - pose.ringScale) * share;
    pose.ringTilt += (to.ringTilt - pose.ringTilt) * share;
    pose.lean += (to.lean - pose.lean) * share;
    pose.hover += (to.hover - pose.hover) * share;
    pose.pulse += (to.pulse - pose.pulse) * share;
    pose.pulseHertz += (to.pulseHertz - pose.pulseHertz) * share;
    this.#color.lerp(this.#colors[this.#mood], share);
  }

  #stand(elapsed: number, delta: number): void {
    const { camera } = this.#scene;
    const wanted = Math.atan2(camera.position.x, camera.position.z);
    // The short way round.
    const difference = Math.atan2(Math.sin(wanted - this.#facing), Math.cos(wanted - this.#facing));
    // Nobody at home turns to nobody.
    if (this.#mood !== 'offline') this.#facing += difference * (1 - Math.exp(-delta / TURN_EASE_SECONDS));
    const still = this.#state.world.reducedMotion.get() || this.#mood === 'offline';
    const sway = still ? 0 : Math.sin(elapsed * 0.7) * 0.03;
    this.#body.position.y = this.#pose.hover + sway;
    this.#body.rotation.set(this.#pose.lean, this.#facing, 0);
    this.#halo.position.y = this.#pose.hover + 0.95;
    this.#halo.rotation.y = wanted;
  }

  #turnRings(delta: number): void {
    const { ringSpeed, ringTilt, ringHeight, ringScale, hover } = this.#pose;
    this.#ringPhase += delta * ringSpeed * (this.#state.world.reducedMotion.get() ? CALM : 1);
    for (let i = 0; i < RINGS; i++) {
      const spin = this.#ringPhase * (1 + i * 0.37) * (i % 2 === 0 ? 1 : -1) + (i * TURN_RADIANS) / RINGS;
      turn.setFromAxisAngle(UP, this.#facing + spin);
      // The torus lies upright: a quarter turn lays it down, the tilt raises it again.
      tilt.setFromAxisAngle(SIDE, Math.PI / 2 - ringTilt);
      turn.multiply(tilt);
      place.set(0, hover + ringHeight + (i - 1) * 0.05, 0);
      size.setScalar(ringScale * (1 + (i - 1) * 0.17));
      this.#rings.setMatrixAt(i, matrix.compose(place, turn, size));
    }
    this.#rings.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#scene.interactions.unregister(this.#body);
    this.#scene.obstacles.clear(this);
    this.#group.removeFromParent();
    this.#bubble.dispose();
    for (const mesh of [this.#body, this.#halo, this.#pool, this.#rings]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
    this.#rings.dispose();
  }
}

let resident: Resident | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  resident = new Resident(scene, state, theme);
}

export function update(elapsed: number, delta: number): void {
  resident?.update(elapsed, delta);
}

export function dispose(): void {
  resident?.dispose();
  resident = undefined;
}

/** What the resident is seen doing; `undefined` while there is none. */
export const currentMood = (): Mood | undefined => resident?.mood;
