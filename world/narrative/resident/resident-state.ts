import type { BridgeStatus } from '../../../data/chat/chat-state.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import type { ColorName } from '../../../theme/theme.ts';
import type { ActivityState } from '../../../data/readings/schemas/activity-states.ts';

/** The occupation that the agent reports. Idle is not an occupation. */
export type Occupied = Exclude<ActivityState, 'idle'>;

/** The resident's state, from the conversation and from the reports of its agent. */
export type ResidentState = 'idle' | 'listening' | 'speaking' | 'offline' | Occupied;

/** A notice of the page is not part of the conversation. */
const isSpoken = ({ role }: ChatEntry): boolean => role !== 'notice';

/**
 * - `offline`: there is no connection to the resident.
 * - `speaking`: its answer is arriving, or its speech bubble is visible.
 * - `thinking`: the visitor's message has arrived, but nothing of the answer yet.
 * - `listening`: the chat is open, or a message is being sent.
 * - `thinking`, `working`, `waiting`, `failed`: reported by its agent. A conversation with a visitor has
 *   priority.
 */
export function residentStateOf(
  bridge: BridgeStatus['state'],
  entries: readonly ChatEntry[],
  chatOpen: boolean,
  bubble: boolean,
  occupied?: Occupied,
): ResidentState {
  if (bridge !== 'open') return 'offline';
  const last = entries.findLast(isSpoken);
  if (last?.status === 'streaming') return last.text === '' ? 'thinking' : 'speaking';
  if (last?.role === 'visitor' && last.status === 'complete') return 'thinking';
  if (last?.role === 'visitor' && last.status === 'sending') return 'listening';
  if (bubble) return 'speaking';
  return chatOpen ? 'listening' : (occupied ?? 'idle');
}

/**
 * The look of each state: the values of `idle`, `listening`, `thinking`, `speaking`, `offline`, `working`,
 * `waiting` and `failed`, in this order. The states differ not only in colour, and also without motion: in
 * the head and the ribbons, in the position of the light, and in the rings.
 *
 * - `idle`: a belt of rings at the waist, ribbons in an arc behind the head and down the sides.
 * - `listening`: the rings are upright behind the head like a dish; the head is tilted, the eyes are wide
 *   open, the ribbons reach to the front.
 * - `thinking`: the rings are a knot around the crown of the head, below the words over it; the head looks up,
 *   the ribbons rise high, the light is in the head and not in the chest.
 * - `speaking`: the rings are level, like waves, each wider than the previous one; the ribbons are open, the
 *   core is bright.
 * - `offline`: a bowed, transparent outline without core or eyes; the ribbons hang, the rings lie on the
 *   floor.
 * - `working`: the rings are an upright wheel in front of the chest, the head is bowed over it; the ribbons
 *   reach to it like arms.
 * - `waiting`: the rings are a still signal above the head and below the words, one above the other; the
 *   ribbons are held out low and to the front, the head is turned aside.
 * - `failed`: the rings are at the knees, tilted and still; the body leans, the ribbons hang, and the light
 *   beats slowly like a heart, brighter than at rest.
 */
const POSES = {
  /** Light of the outline, of the core in the chest, of the eyes, and of the air around the body. */
  brightness: [0.77, 0.95, 0.97, 1.05, 0.75, 1.12, 1.7, 1.08],
  core: [0.75, 0.7, 0.45, 1.4, 0, 1.2, 1.15, 1],
  eyes: [0.95, 1.35, 1.7, 1.2, 0, 0.8, 1.5, 0.85],
  air: [0.5, 0.72, 0.82, 0.95, 0.1, 1.4, 2.15, 0.9],
  /** Opacity of the body, 0 to 1. */
  body: [0.9, 0.9, 0.9, 0.9, 0.42, 0.9, 0.9, 0.9],
  /** How wide the eyes are open, 0 to 1: from a line to a wide almond. */
  opening: [0.75, 1, 0.7, 0.85, 0.05, 0.65, 0.95, 0.32],
  /** Radians a second of the slowest ring. At 0 the rings stop in one plane that faces forward. */
  ringSpeed: [0.35, 0, 2.4, 0.8, 0, 1.2, 0, 0],
  /** Metres: the rings' height above the feet, the step between two rings, the distance behind the body. */
  ringHeight: [0.86, 1.92, 2.22, 1.15, -0.16, 1.38, 2.1, 0.4],
  ringStep: [0.06, 0, 0, 0.24, 0.02, 0, 0.14, 0.16],
  ringBehind: [0, 0.3, 0, 0, 0, -0.5, 0, -0.1],
  /** The size of the rings, and how much larger each is than the previous one. */
  ringScale: [0.84, 0.95, 0.46, 1.2, 0.95, 0.5, 0.62, 0.8],
  ringSpread: [0.17, 0.36, 0.16, 0.2, 0.2, 0.22, -0.3, 0.14],
  /** The angle between the planes of the rings and the ground. Radians. */
  ringTilt: [0.2, Math.PI / 2, 1.05, 0.05, 0, 1.3, 0, 0.45],
  /** The rotations of the body and of the head in radians; positive is towards the visitor. */
  lean: [0, 0.08, -0.04, 0.03, 0.14, 0.1, -0.02, 0.12],
  nod: [0, 0.06, -0.3, 0.03, 0.5, 0.3, -0.06, 0.36],
  tilt: [0, 0.2, 0, 0, 0, 0, -0.24, 0.16],
  /**
   * Metres: how far the ribbons extend to the side, the height of their arc behind the head above the
   * shoulders, how far their ends hang down, and how far they reach forward.
   */
  ribbonsOut: [0.72, 0.36, 0.34, 0.64, 0.22, 0.42, 0.68, 0.3],
  ribbonsArc: [0.34, 0.1, 0.9, 0.12, 0, 0.16, 0.04, 0.02],
  ribbonsDown: [0.6, 0.3, 0.7, 0.5, 1.25, 0.15, 0.75, 1.05],
  ribbonsAhead: [-0.6, -0.3, 0, 0.1, -0.1, -0.35, 0.3, 0.05],
  /**
   * Metres: how far the wrists are to the side, how high and how far ahead. At rest the hands are folded in
   * front of the chest.
   */
  handsOut: [0.11, 0.2, 0.1, 0.36, 0.25, 0.2, 0.32, 0.21],
  handsUp: [1.28, 1.28, 1.4, 1.34, 0.92, 1.3, 1.16, 0.95],
  handsAhead: [0.28, 0.34, 0.28, 0.34, 0.05, 0.42, 0.48, 0.12],
  /** The height above the floor. Metres. */
  hover: [0.5, 0.5, 0.58, 0.54, 0.22, 0.5, 0.56, 0.34],
  /** Depth and frequency of the light's pulse; always well below three a second. */
  pulse: [0.06, 0.04, 0.16, 0.18, 0, 0.1, 0.22, 0.3],
  pulseHertz: [0.12, 0.2, 0.5, 1.6, 0, 0.8, 0.4, 0.35],
} as const;

/** The values of one state, or values between two states. */
export type Pose = Record<keyof typeof POSES, number>;

const poseAt = (column: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7): Pose =>
  Object.fromEntries(Object.entries(POSES).map(([field, values]) => [field, values[column]])) as Pose;

export const residentPoses = {
  idle: { color: 'resident', ...poseAt(0) },
  listening: { color: 'accent', ...poseAt(1) },
  thinking: { color: 'star', ...poseAt(2) },
  speaking: { color: 'panelText', ...poseAt(3) },
  offline: { color: 'readingOffline', ...poseAt(4) },
  working: { color: 'starCool', ...poseAt(5) },
  waiting: { color: 'zap', ...poseAt(6) },
  failed: { color: 'failed', ...poseAt(7) },
} as const satisfies Readonly<Record<ResidentState, Readonly<Pose> & { readonly color: ColorName }>>;

/**
 * Moves `pose` by `share` of the way to `to`. Field by field, because a loop over keys would allocate memory.
 */
export function easePose(pose: Pose, to: Readonly<Pose>, share: number): void {
  pose.brightness += (to.brightness - pose.brightness) * share;
  pose.core += (to.core - pose.core) * share;
  pose.eyes += (to.eyes - pose.eyes) * share;
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
  pose.ribbonsOut += (to.ribbonsOut - pose.ribbonsOut) * share;
  pose.ribbonsArc += (to.ribbonsArc - pose.ribbonsArc) * share;
  pose.ribbonsDown += (to.ribbonsDown - pose.ribbonsDown) * share;
  pose.ribbonsAhead += (to.ribbonsAhead - pose.ribbonsAhead) * share;
  pose.handsOut += (to.handsOut - pose.handsOut) * share;
  pose.handsUp += (to.handsUp - pose.handsUp) * share;
  pose.handsAhead += (to.handsAhead - pose.handsAhead) * share;
  pose.hover += (to.hover - pose.hover) * share;
  pose.pulse += (to.pulse - pose.pulse) * share;
  pose.pulseHertz += (to.pulseHertz - pose.pulseHertz) * share;
}
