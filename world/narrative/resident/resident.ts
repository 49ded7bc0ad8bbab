import {
  type BufferGeometry,
  Color,
  Group,
  type IUniform,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector4,
} from 'three';
import type { State } from '../../../data/state.ts';
import type { SpokenText } from '../../../data/world-state.ts';
import { talk } from '../../../data/view/go-to.ts';
import type { EventReader } from '../../../data/core/event.ts';
import type { Theme } from '../../../theme/theme.ts';
import { lightShare } from '../../core/render/frame-renderer.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { ADDITIVE } from '../../utils/drawing.ts';
import { residentGeometry } from './resident-geometry.ts';
import { type Pose, type ResidentState, residentPoses, residentStateOf } from './resident-state.ts';
import {
  NECK,
  SHOULDER,
  residentFragment,
  residentVertex,
  haloFragment,
  haloVertex,
} from './resident.glsl.ts';
import { ResidentRings } from './resident-rings.ts';
import { SpeechBubble } from './speech-bubble.ts';

const REACH_METRES = 5;
const OBSTACLE_METRES = 0.55;
/** Factor on the speed of the rings with reduced motion. */
const REDUCED_MOTION_SPEED = 0.3;
/** The time constant of a change of pose: 63 % of it in this many seconds. */
const POSE_EASE_SECONDS = 0.5;
/** The time constant of turning to the visitor. */
const TURN_EASE_SECONDS = 0.9;
const TURN_RADIANS = Math.PI * 2;
/**
 * Brightness of the body with and without the passes, of the air around it and of its pool of light
 * on the floor.
 */
const BODY = { passes: 1.35, direct: 1.3 };
const HALO = 0.3;
const POOL = 0.11;

/** The states in the hint, after the resident's name. */
const stateTexts: Readonly<Record<ResidentState, string>> = {
  idle: 'at rest',
  listening: 'listening',
  thinking: 'thinking',
  speaking: 'speaking',
  offline: 'not connected',
};

/**
 * The resident: a body of light that turns to the visitor. Its rings, light and posture show what
 * it is doing.
 */
class Resident {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #group = new Group();
  readonly #body: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #rings: ResidentRings;
  readonly #halo: Mesh;
  /** For the shader: seconds, light of the outline, of the core, of the visor. */
  readonly #glow = { value: new Vector4() };
  /** For the shader, in radians: nod, tilt of the head, arms outwards, arms forwards. */
  readonly #posture = { value: new Vector4() };
  /** For the shader: half the height of the visor in metres, opacity of the body. */
  readonly #visor = { value: new Vector4() };
  readonly #haloLight = { value: 0 };
  readonly #poolLight = { value: 0 };
  readonly #color: Color;
  readonly #colors: Readonly<Record<ResidentState, Color>>;
  readonly #bubble: SpeechBubble;
  /** The eased pose, on its way to that of the state. */
  readonly #pose: Pose = { ...residentPoses.offline };
  #residentState: ResidentState = 'offline';
  readonly #speeches: EventReader<SpokenText>;
  /** Radians. */
  #pulsePhase = 0;
  /** Where the body faces: radians about y, 0 towards +z. */
  #facing = 0;

  constructor(scene: WorldScene, state: State, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    const colorOf = (of: ResidentState): Color => new Color(theme.colors[residentPoses[of].color]);
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
    this.#body = new Mesh(disposables.use(residentGeometry()), disposables.use(this.#bodyMaterial(theme)));
    this.#body.rotation.order = 'YXZ';
    this.#rings = disposables.use(new ResidentRings());
    const softLight = (geometry: PlaneGeometry, light: IUniform<number>): Mesh =>
      new Mesh(disposables.use(geometry), disposables.use(this.#softLightMaterial(light)));
    this.#halo = softLight(new PlaneGeometry(3, 3.4), this.#haloLight);
    const pool = softLight(new PlaneGeometry(5, 5).rotateX(-Math.PI / 2), this.#poolLight);
    pool.position.y = 0.03;
    for (const [order, mesh] of [pool, this.#halo, this.#body, this.#rings.mesh].entries()) {
      mesh.renderOrder = 20 + order;
      this.#group.add(mesh);
    }
    this.#bubble = disposables.use(new SpeechBubble(theme));
    this.#group.add(this.#bubble.mesh);
    disposables.defer(scene.words.add(this.#bubble.mesh));
    disposables.add(scene, this.#group);
    disposables.defer(scene.obstacles.set(this, [{ x: 0, z: 0, radius: OBSTACLE_METRES }]));
    disposables.defer(
      scene.interactions.register(this.#body, {
        reach: REACH_METRES,
        name: () => state.resident.get().name,
        label: () => `${state.resident.get().name} — ${stateTexts[this.#residentState]}`,
        action: { key: 'E', text: () => 'talk', run: () => talk(state) },
        fromAfar: 'act',
      }),
    );
  }

  #bodyMaterial(theme: Theme): ShaderMaterial {
    const joints = glslConstants({ SHOULDER_X: SHOULDER.x, SHOULDER_Y: SHOULDER.y, NECK });
    return new ShaderMaterial({
      name: 'resident',
      vertexShader: `${joints}\n${residentVertex}`,
      fragmentShader: `${glslConstants({ WHITE: new Color(theme.colors.star) })}\n${residentFragment}`,
      uniforms: {
        glow: this.#glow,
        posture: this.#posture,
        visor: this.#visor,
        color: { value: this.#color },
      },
      // Like glass, it hides what is behind it and its own back.
      transparent: true,
      premultipliedAlpha: true,
    });
  }

  #softLightMaterial(light: IUniform<number>): ShaderMaterial {
    return new ShaderMaterial({
      name: 'resident-glow',
      vertexShader: haloVertex,
      fragmentShader: haloFragment,
      uniforms: { light, color: { value: this.#color } },
      ...ADDITIVE,
    });
  }

  update(elapsed: number, delta: number): void {
    const state = this.#state;
    // One bubble shows the newest words only.
    const speech = this.#speeches.last();
    if (speech) this.#bubble.say(speech.text);
    this.#bubble.update(delta, this.#scene.camera);
    this.#residentState = residentStateOf(
      state.bridge.get().state,
      state.chat.entries.get(),
      state.panels.chat.get(),
      this.#bubble.visible,
    );
    this.#ease(delta);
    const pose = this.#pose;
    const speed = state.world.reducedMotion.get() ? REDUCED_MOTION_SPEED : 1;
    this.#pulsePhase += delta * pose.pulseHertz * TURN_RADIANS;
    const sway = 1 + pose.pulse * Math.sin(this.#pulsePhase);
    const share = lightShare(this.#scene);
    const direct = share < 1;
    const light = sway * (direct ? BODY.direct : BODY.passes);
    this.#glow.value.set(
      this.#glow.value.x + delta * speed,
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
    this.#rings.turn(delta * speed, pose, residentPoses[this.#residentState].ringSpeed === 0, this.#facing);
  }

  /** Moves pose and colour towards those of the state. */
  #ease(delta: number): void {
    const to = residentPoses[this.#residentState];
    const share = 1 - Math.exp(-delta / POSE_EASE_SECONDS);
    const pose = this.#pose;
    // Field by field: a loop over keys would allocate in every frame.
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
    this.#color.lerp(this.#colors[this.#residentState], share);
  }

  /** Places the body, and turns it to the visitor. */
  #stand(elapsed: number, delta: number): void {
    const { camera } = this.#scene;
    const wanted = Math.atan2(camera.position.x, camera.position.z);
    // The shorter way round.
    const difference = Math.atan2(Math.sin(wanted - this.#facing), Math.cos(wanted - this.#facing));
    // Without a connection the resident does not turn.
    if (this.#residentState !== 'offline')
      this.#facing += difference * (1 - Math.exp(-delta / TURN_EASE_SECONDS));
    const still = this.#state.world.reducedMotion.get() || this.#residentState === 'offline';
    const sway = still ? 0 : Math.sin(elapsed * 0.7) * 0.03;
    this.#body.position.y = this.#pose.hover + sway;
    this.#body.rotation.set(this.#pose.lean, this.#facing, 0);
    this.#halo.position.y = this.#pose.hover + 0.95;
    this.#halo.rotation.y = wanted;
  }
}

export const { init, update, dispose } = defineModule((...given) => new Resident(...given));
