import {
  AdditiveBlending,
  type BufferGeometry,
  Color,
  Group,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector4,
} from 'three';
import type { State } from '../../../data/state.ts';
import type { SpokenText } from '../../../data/world-state.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { residentGeometry } from './resident-geometry.ts';
import { type ResidentState, type Pose, residentPoses, residentStateOf, poseOf } from './resident-state.ts';
import { NECK, SHOULDER, figureFragment, figureVertex, haloFragment, haloVertex } from './resident.glsl.ts';
import { ResidentRings } from './resident-rings.ts';
import { SpeechBubble } from './speech-bubble.ts';

const REACH_METRES = 5;
const OBSTACLE_METRES = 0.55;
/** The share of their speed that turning things keep for visitors who asked for less motion. */
const CALM = 0.3;
/** A change of mood is seen, not a switch: 63 % of it in this many seconds. */
const MOOD_EASE_SECONDS = 0.5;
const TURN_EASE_SECONDS = 0.9;
const TURN_RADIANS = Math.PI * 2;
/** Brightness of the figure, the air about it and its pool on the floor, where it is drawn through the passes and directly. */
const FIGURE = { passes: 1.35, direct: 1.3 };
const HALO = 0.3;
const POOL = 0.11;

const moodWords: Readonly<Record<ResidentState, string>> = {
  idle: 'at rest',
  listening: 'listening',
  thinking: 'thinking',
  speaking: 'speaking',
  offline: 'not connected',
};

/** The resident: a figure of light that turns towards the visitor; its rings, light and posture say what it is doing. */
class Resident {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #group = new Group();
  readonly #body: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #rings: ResidentRings;
  readonly #halo: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #pool: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #glow = { value: new Vector4() };
  readonly #posture = { value: new Vector4() };
  readonly #visor = { value: new Vector4() };
  readonly #haloLight = { value: 0 };
  readonly #poolLight = { value: 0 };
  readonly #color: Color;
  readonly #colors: Readonly<Record<ResidentState, Color>>;
  readonly #bubble: SpeechBubble;
  readonly #pose: Pose = poseOf(residentPoses.offline);
  #mood: ResidentState = 'offline';
  readonly #speeches: EventReader<SpokenText>;
  #pulsePhase = 0;
  #facing = 0;

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#scene = scene;
    this.#state = state;
    const colorOf = (mood: ResidentState): Color => new Color(theme.colors[residentPoses[mood].color]);
    this.#colors = {
      idle: colorOf('idle'),
      listening: colorOf('listening'),
      thinking: colorOf('thinking'),
      speaking: colorOf('speaking'),
      offline: colorOf('offline'),
    };
    this.#color = this.#colors.offline.clone();
    this.#speeches = state.speech.reader();
    this.#group.name = 'resident';
    this.#body = new Mesh(
      residentGeometry(),
      new ShaderMaterial({
        name: 'resident',
        vertexShader: `${glslConstants({ SHOULDER_X: SHOULDER.x, SHOULDER_Y: SHOULDER.y, NECK })}\n${figureVertex}`,
        fragmentShader: `${glslConstants({ WHITE: new Color(theme.colors.star) })}\n${figureFragment}`,
        uniforms: {
          glow: this.#glow,
          posture: this.#posture,
          visor: this.#visor,
          color: { value: this.#color },
        },
        // Glass, not air: it hides what is behind it, and its own far side.
        transparent: true,
        premultipliedAlpha: true,
      }),
    );
    this.#body.rotation.order = 'YXZ';
    this.#rings = new ResidentRings();
    this.#halo = this.#softLight(new PlaneGeometry(3, 3.4), this.#haloLight);
    this.#pool = this.#softLight(new PlaneGeometry(5, 5).rotateX(-Math.PI / 2), this.#poolLight);
    this.#pool.position.y = 0.03;
    for (const [order, mesh] of [this.#pool, this.#halo, this.#body, this.#rings.mesh].entries()) {
      mesh.renderOrder = 20 + order;
      this.#group.add(mesh);
    }
    this.#bubble = new SpeechBubble(theme);
    this.#group.add(this.#bubble.mesh);
    scene.add(this.#group);
    scene.obstacles.set(this, [{ x: 0, z: 0, radius: OBSTACLE_METRES }]);
    scene.interactions.register(this.#body, {
      reach: REACH_METRES,
      name: () => state.resident.get().name,
      label: () => `${state.resident.get().name} — ${moodWords[this.#mood]}`,
      action: { key: 'E', text: () => 'talk', run: () => state.panels.chat.set(true) },
    });
  }

  #softLight(geometry: BufferGeometry, light: { value: number }): Mesh<BufferGeometry, ShaderMaterial> {
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

  get mood(): ResidentState {
    return this.#mood;
  }

  update(elapsed: number, delta: number): void {
    const state = this.#state;
    // There is one bubble: the newest words stand in it.
    const speech = this.#speeches.last();
    if (speech) this.#bubble.say(speech.text);
    this.#bubble.update(delta, this.#scene.camera);
    this.#mood = residentStateOf(
      state.bridge.get().state,
      state.chat.entries.get(),
      state.panels.chat.get(),
      this.#bubble.visible,
    );
    this.#ease(delta);
    const pose = this.#pose;
    const calm = state.world.reducedMotion.get() ? CALM : 1;
    this.#pulsePhase += delta * pose.pulseHertz * TURN_RADIANS;
    const sway = 1 + pose.pulse * Math.sin(this.#pulsePhase);
    const share = lightShare(this.#scene);
    const direct = share < 1;
    const light = sway * (direct ? FIGURE.direct : FIGURE.passes);
    this.#glow.value.set(
      this.#glow.value.x + delta * calm,
      pose.brightness * light,
      pose.core * light,
      pose.visor * light,
    );
    this.#posture.value.set(pose.nod, pose.tilt, pose.armsOut, pose.armsForward);
    this.#visor.value.set(pose.opening, pose.body, 0, 0);
    this.#rings.shine(this.#color, Math.min(1, pose.body), direct);
    this.#haloLight.value = pose.air * sway * share * HALO;
    this.#poolLight.value = pose.air * sway * share * POOL;
    this.#stand(elapsed, delta);
    this.#rings.turn(delta * calm, pose, residentPoses[this.#mood].ringSpeed === 0, this.#facing);
  }

  #ease(delta: number): void {
    const to = residentPoses[this.#mood];
    const share = 1 - Math.exp(-delta / MOOD_EASE_SECONDS);
    const pose = this.#pose;
    // Field by field: a loop over names makes garbage in every frame.
    pose.brightness += (to.brightness - pose.brightness) * share;
    pose.core += (to.core - pose.core) * share;
    pose.visor += (to.visor - pose.visor) * share;
    pose.air += (to.air - pose.air) * share;
    pose.body += (to.body - pose.body) * share;
    pose.opening += (to.opening - pose.opening) * share;
    pose.ringSpeed += (to.ringSpeed - pose.ringSpeed) * share;
    pose.ringHeight += (to.ringHeight - pose.ringHeight) * share;
    pose.ringStep += (to.ringStep - pose.ringStep) * share;
    pose.ringBehind += (to.ringBehind - pose.ringBehind) * share;
    pose.ringScale += (to.ringScale - pose.ringScale) * share;
    pose.ringSpread += (to.ringSpread - pose.ringSpread) * share;
    pose.ringTilt += (to.ringTilt - pose.ringTilt) * share;
    pose.lean += (to.lean - pose.lean) * share;
    pose.nod += (to.nod - pose.nod) * share;
    pose.tilt += (to.tilt - pose.tilt) * share;
    pose.armsOut += (to.armsOut - pose.armsOut) * share;
    pose.armsForward += (to.armsForward - pose.armsForward) * share;
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

  dispose(): void {
    this.#scene.interactions.unregister(this.#body);
    this.#scene.obstacles.clear(this);
    this.#group.removeFromParent();
    this.#bubble.dispose();
    for (const mesh of [this.#body, this.#halo, this.#pool]) {
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
export const currentMood = (): ResidentState | undefined => resident?.mood;
