import type { BridgeStatus } from '../../../data/chat/chat-state.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';

/** What the resident is doing, as the conversation shows it. */
export type ResidentState = 'idle' | 'listening' | 'thinking' | 'speaking' | 'offline';

/**
 * - `offline`: there is no connection to the resident.
 * - `speaking`: its answer is arriving, or its speech bubble is visible.
 * - `thinking`: the visitor's message has arrived, and nothing of the answer yet.
 * - `listening`: the chat is open, or a message is being sent.
 */
export function residentStateOf(
  bridge: BridgeStatus['state'],
  entries: readonly ChatEntry[],
  chatOpen: boolean,
  bubble: boolean,
): ResidentState {
  if (bridge !== 'open') return 'offline';
  const last = entries[entries.length - 1];
  if (last?.status === 'streaming') return last.text === '' ? 'thinking' : 'speaking';
  if (last?.role === 'visitor' && last.status === 'complete') return 'thinking';
  if (last?.role === 'visitor' && last.status === 'sending') return 'listening';
  if (bubble) return 'speaking';
  return chatOpen ? 'listening' : 'idle';
}

/**
 * How a state looks. The states differ in more than colour, and without any motion: in the head and
 * arms, in where the light is, and in the rings (a belt, a dish behind the head, a knot above it,
 * waves round it, or a heap on the floor).
 */
export interface ResidentPose {
  /** A name in the theme's colours. */
  readonly color: 'resident' | 'accent' | 'star' | 'panelText' | 'readingOffline';
  /** Light of the outline, of the core in the chest, of the visor, and of the air around it. */
  readonly brightness: number;
  readonly core: number;
  readonly visor: number;
  readonly air: number;
  /** Opacity of the body, 0 to 1. */
  readonly body: number;
  /** Metres: half the height of the visor's opening. */
  readonly opening: number;
  /**
   * Radians a second of the slowest ring; at 0 the rings come to rest in one plane that faces
   * forward.
   */
  readonly ringSpeed: number;
  /**
   * Metres: the rings' height above the feet, the step from one to the next, and their distance
   * behind the body.
   */
  readonly ringHeight: number;
  readonly ringStep: number;
  readonly ringBehind: number;
  /** Their size, and how much larger each is than the one before. */
  readonly ringScale: number;
  readonly ringSpread: number;
  /** Radians between the rings' planes and the ground. */
  readonly ringTilt: number;
  /** Radians of the body and of the head; positive is bowed towards the visitor. */
  readonly lean: number;
  readonly nod: number;
  readonly tilt: number;
  /** Radians of the arms from hanging down: outwards (folded in is negative), and forwards. */
  readonly armsOut: number;
  readonly armsForward: number;
  /** Metres above the floor. */
  readonly hover: number;
  /** Depth and frequency of the light's pulse; always well below three a second. */
  readonly pulse: number;
  readonly pulseHertz: number;
}

export const residentPoses: Readonly<Record<ResidentState, ResidentPose>> = {
  /** A belt of rings at the waist, arms at rest. */
  idle: {
    color: 'resident',
    brightness: 0.8,
    core: 0.8,
    visor: 0.9,
    air: 0.5,
    body: 0.9,
    opening: 0.02,
    ringSpeed: 0.35,
    ringHeight: 0.82,
    ringStep: 0.05,
    ringBehind: 0,
    ringScale: 0.86,
    ringSpread: 0.17,
    ringTilt: 0.26,
    lean: 0,
    nod: 0,
    tilt: 0,
    armsOut: 0.2,
    armsForward: 0.05,
    hover: 0.3,
    pulse: 0.06,
    pulseHertz: 0.12,
  },
  /**
   * The rings are upright behind the head like a dish; the head is tilted, the visor wide open, the
   * hands in front.
   */
  listening: {
    color: 'accent',
    brightness: 0.95,
    core: 0.7,
    visor: 1.35,
    air: 0.55,
    body: 0.9,
    opening: 0.042,
    ringSpeed: 0,
    ringHeight: 1.52,
    ringStep: 0,
    ringBehind: 0.24,
    ringScale: 0.9,
    ringSpread: 0.36,
    ringTilt: Math.PI / 2,
    lean: 0.1,
    nod: 0.06,
    tilt: 0.22,
    armsOut: 0.12,
    armsForward: 0.55,
    hover: 0.3,
    pulse: 0.04,
    pulseHertz: 0.2,
  },
  /**
   * The rings are a knot above the head, which looks up to it; the arms are folded, the light is in
   * the head and not the chest.
   */
  thinking: {
    color: 'star',
    brightness: 1.1,
    core: 0.45,
    visor: 1.7,
    air: 0.8,
    body: 0.9,
    opening: 0.013,
    ringSpeed: 2.4,
    ringHeight: 2.06,
    ringStep: 0,
    ringBehind: 0,
    ringScale: 0.46,
    ringSpread: 0.16,
    ringTilt: 1.05,
    lean: -0.05,
    nod: -0.3,
    tilt: 0,
    armsOut: -0.5,
    armsForward: 0.75,
    hover: 0.4,
    pulse: 0.16,
    pulseHertz: 0.5,
  },
  /**
   * The rings are level, like waves, each wider than the one before; the arms are open, the core is
   * bright.
   */
  speaking: {
    color: 'panelText',
    brightness: 1.25,
    core: 1.5,
    visor: 1.2,
    air: 0.9,
    body: 0.9,
    opening: 0.028,
    ringSpeed: 0.8,
    ringHeight: 1.05,
    ringStep: 0.17,
    ringBehind: 0,
    ringScale: 1.32,
    ringSpread: 0.42,
    ringTilt: 0.05,
    lean: 0.04,
    nod: 0.03,
    tilt: 0,
    armsOut: 1.0,
    armsForward: 0.5,
    hover: 0.34,
    pulse: 0.18,
    pulseHertz: 1.6,
  },
  /**
   * A bowed, transparent outline without core or visor; the arms hang, the rings lie on the floor.
   */
  offline: {
    color: 'readingOffline',
    brightness: 0.55,
    core: 0,
    visor: 0,
    air: 0.1,
    body: 0.42,
    opening: 0.006,
    ringSpeed: 0,
    ringHeight: -0.06,
    ringStep: 0.02,
    ringBehind: 0,
    ringScale: 0.95,
    ringSpread: 0.2,
    ringTilt: 0,
    lean: 0.2,
    nod: 0.55,
    tilt: 0,
    armsOut: 0.03,
    armsForward: -0.1,
    hover: 0.12,
    pulse: 0,
    pulseHertz: 0,
  },
};

/** A pose on its way from one state to the next. */
export type Pose = { -readonly [K in Exclude<keyof ResidentPose, 'color'>]: number };
export const poseOf = ({ color: _color, ...pose }: ResidentPose): Pose => pose;
