import { MathUtils } from 'three';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { isWalking } from '../../data/view/view.ts';
import type { FreePart } from '../../data/world-state.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import type { Pose } from '../core/scene/camera-modes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { heightAt } from '../terrain/island/height.ts';
import { EYE_METRES } from '../player/character-controller.ts';
import { CameraTransition } from './camera-transition.ts';
import { copyPose, newPose, turnTo } from './pose.ts';

type StateSlice = SettingsState & ViewState & WorldState;

/** The damping factor, the same as for the zoom (specification 3.4). */
const FACTOR = 0.07;
/** About the distance between two people who talk; the whole resident is in the picture. */
const TALK_METRES = 3.2;
/** On a phone only a third of the picture is free above the chat, so the visitor stands farther away. */
const MAX_METRES = 5.6;
/** The resident's foot, top and width, with a margin. Metres. */
const RESIDENT = { foot: 0.35, crown: 2.85, width: 1.5 };
/**
 * The height of the speech bubble above the crown. It is included if the free part has this share of the
 * picture's height. Above a phone's chat sheet there is too little space; the chat shows the words too.
 */
const BUBBLE_METRES = 1;
const BUBBLE_MIN_HEIGHT = 0.6;
/** A visitor whose eye is less than this above eye height stands on the ground. */
const MIN_ABOVE_METRES = 0.01;
/** A visitor who has turned more than this looks at something else. Radians. */
const MAX_TURN = 0.02;
/**
 * If an edge of the free part moves by more than this share of the picture, the visitor is moved to a new
 * place.
 */
const MIN_CHANGE = 0.02;

const WHOLE: FreePart = { left: 0, top: 0, right: 1, bottom: 1 };

const differs = (a: FreePart, b: FreePart): boolean =>
  Math.max(
    Math.abs(a.left - b.left),
    Math.abs(a.top - b.top),
    Math.abs(a.right - b.right),
    Math.abs(a.bottom - b.bottom),
  ) > MIN_CHANGE;

/** The pitch at which the projected middle of two elevation angles is at the tangent `middle`. Radians. */
function pitchFor(upper: number, lower: number, middle: number): number {
  let pitch = (upper + lower) / 2 - Math.atan(middle);
  // The projection is not linear in angles, so this iterates: three steps are exact to a pixel.
  for (let i = 0; i < 3; i++)
    pitch += Math.atan((Math.tan(upper - pitch) + Math.tan(lower - pitch)) / 2) - Math.atan(middle);
  return pitch;
}

/**
 * Sets `into` to the pose for a talk: on the visitor's side of the resident, who is in the middle of the free
 * part of the picture, with their words.
 */
function talkPose(
  { x, z }: Pick<Pose, 'x' | 'z'>,
  free: FreePart,
  { fov, aspect }: { readonly fov: number; readonly aspect: number },
  into: Pose,
): Pose {
  const halfHeight = Math.tan(MathUtils.degToRad(fov / 2));
  const halfWidth = halfHeight * aspect;
  const height = free.bottom - free.top;
  const aside = Math.atan((free.left + free.right - 1) * halfWidth);
  const top = RESIDENT.crown + (height < BUBBLE_MIN_HEIGHT ? 0 : BUBBLE_METRES);
  const middle = (1 - free.top - free.bottom) * halfHeight;
  // Away from the picture's middle the projection stretches everything, by the derivative of the tangent.
  const drawnOut = (1 + middle ** 2) / Math.cos(aside);
  const fitsHeight = ((top - RESIDENT.foot) * drawnOut) / (2 * halfHeight * height);
  const fitsWidth = RESIDENT.width / (2 * halfWidth * (free.right - free.left));
  const metres = MathUtils.clamp(Math.max(fitsHeight, fitsWidth), TALK_METRES, MAX_METRES);
  const far = Math.hypot(x, z);
  into.x = far > 0 ? (x / far) * metres : 0;
  into.z = far > 0 ? (z / far) * metres : metres;
  into.y = heightAt(into.x, into.z) + EYE_METRES;
  turnTo(into, 0, into.y, 0);
  into.yaw += aside;
  // Away from the picture's middle, the depth along the line of sight is smaller.
  const depth = metres * Math.cos(aside);
  into.pitch = pitchFor(
    Math.atan((top - into.y) / depth),
    Math.atan((RESIDENT.foot - into.y) / depth),
    middle,
  );
  return into;
}

/**
 * Brings the visitor to the resident when the chat is opened, and back when it is closed. A visitor who
 * walks in between stays where they are.
 */
class Talk implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #transition = new CameraTransition();
  readonly #to = newPose();
  /** The pose to return to; undefined while there is none. */
  #from: Pose | undefined;
  #phase: 'none' | 'coming' | 'there' | 'leaving' = 'none';
  #isOpen: boolean;
  #free: FreePart = WHOLE;
  /** `player.teleportCount` after this module last moved the visitor. */
  #teleportCount = 0;

  constructor(scene: WorldScene, state: StateSlice) {
    this.#scene = scene;
    this.#state = state;
    // A chat that was open before the world was created does not move the visitor.
    this.#isOpen = state.panels.chat.get();
  }

  update(_elapsed: number, delta: number): void {
    const { player } = this.#scene;
    const isOpen = this.#state.panels.chat.get();
    const chosen = this.#state.world.talk.inbox.last() !== undefined;
    if (this.#phase !== 'none' && (player.walks || player.teleportCount !== this.#teleportCount))
      this.#stop();
    if (isOpen && (chosen || !this.#isOpen)) this.#come();
    else if (!isOpen && this.#isOpen) this.#leave();
    this.#isOpen = isOpen;
    if (this.#phase === 'there') this.#follow();
    if (this.#phase === 'coming' || this.#phase === 'leaving') this.#move(delta);
  }

  /** Ends the movement when the visitor walks or another module has moved them. They stay where they are. */
  #stop(): void {
    this.#phase = 'none';
    this.#from = undefined;
  }

  #come(): void {
    const { view, settings } = this.#state;
    if (!settings.get().comeCloser || !isWalking(view.get())) return;
    const { player } = this.#scene;
    this.#from ??= copyPose(newPose(), player);
    this.#phase = 'coming';
    this.#aim();
    this.#begin();
  }

  #leave(): void {
    if (!this.#from || this.#phase === 'none') return;
    this.#phase = 'leaving';
    copyPose(this.#to, this.#from);
    this.#begin();
  }

  #begin(): void {
    const { player } = this.#scene;
    this.#teleportCount = player.teleportCount;
    copyPose(this.#transition.pose, player);
    this.#transition.pose.y += player.heightOffset;
    this.#transition.begin(FACTOR);
  }

  #aim(): void {
    this.#free = this.#state.world.freePart.get() ?? WHOLE;
    talkPose(this.#scene.player, this.#free, this.#scene.camera, this.#to);
  }

  /**
   * Aims again if the free part has changed since the chat was opened: by the page's layout, or by the text
   * of a sheet.
   */
  #follow(): void {
    const free = this.#state.world.freePart.get() ?? WHOLE;
    if (!differs(free, this.#free)) return;
    const { yaw, pitch } = this.#scene.player;
    if (Math.hypot(yaw - this.#to.yaw, pitch - this.#to.pitch) > MAX_TURN) return;
    this.#phase = 'coming';
    this.#aim();
    this.#begin();
  }

  #move(delta: number): void {
    const { player } = this.#scene;
    const { view, world } = this.#state;
    // In another view the movement is invisible, so it ends at once.
    const cut = world.reducedMotion.get() || !isWalking(view.get());
    if (this.#phase === 'coming' && differs(world.freePart.get() ?? WHOLE, this.#free)) this.#aim();
    this.#transition.step(this.#to, delta, cut);
    const { x, y, z, yaw, pitch } = this.#transition.pose;
    const above = y - heightAt(x, z) - EYE_METRES;
    player.teleport(x, z, yaw, pitch, above > MIN_ABOVE_METRES ? above : 0);
    this.#teleportCount = player.teleportCount;
    if (this.#transition.weight < 1) return;
    if (this.#phase === 'leaving') this.#stop();
    else this.#phase = 'there';
  }
}

export const { init, update, dispose } = defineModule((scene, state) => new Talk(scene, state));
