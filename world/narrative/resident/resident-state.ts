import type { BridgeStatus } from '../../../data/chat/chat-state.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import type { ColorName } from '../../../theme/theme.ts';

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
 * How each state looks: the values of `idle`, `listening`, `thinking`, `speaking` and `offline`, in this
 * order. The states differ in more than colour, and without any motion: in the head and arms, in where
 * the light is, and in the rings.
 *
 * - `idle`: a belt of rings at the waist, arms at rest.
 * - `listening`: the rings are upright behind the head like a dish; the head is tilted, the visor wide
 *   open, the hands in front.
 * - `thinking`: the rings are a knot above the head, which looks up to it; the arms are folded, the
 *   light is in the head and not the chest.
 * - `speaking`: the rings are level, like waves, each wider than the one before; the arms are open, the
 *   core is bright.
 * - `offline`: a bowed, transparent outline without core or visor; the arms hang, the rings lie on the
 *   floor.
 */
const POSES = {
  /** Light of the outline, of the core in the chest, of the visor, and of the air around it. */
  brightness: [0.8, 0.95, 1.1, 1.25, 0.55],
  core: [0.8, 0.7, 0.45, 1.5, 0],
  visor: [0.9, 1.35, 1.7, 1.2, 0],
  air: [0.5, 0.55, 0.8, 0.9, 0.1],
  /** Opacity of the body, 0 to 1. */
  body: [0.9, 0.9, 0.9, 0.9, 0.42],
  /** Metres: half the height of the visor's opening. */
  opening: [0.02, 0.042, 0.013, 0.028, 0.006],
  /**
   * Radians a second of the slowest ring; at 0 the rings come to rest in one plane that faces
   * forward.
   */
  ringSpeed: [0.35, 0, 2.4, 0.8, 0],
  /**
   * Metres: the rings' height above the feet, the step from one to the next, and their distance
   * behind the body.
   */
  ringHeight: [0.82, 1.52, 2.06, 1.05, -0.06],
  ringStep: [0.05, 0, 0, 0.17, 0.02],
  ringBehind: [0, 0.24, 0, 0, 0],
  /** Their size, and how much larger each is than the one before. */
  ringScale: [0.86, 0.9, 0.46, 1.32, 0.95],
  ringSpread: [0.17, 0.36, 0.16, 0.42, 0.2],
  /** Radians between the rings' planes and the ground. */
  ringTilt: [0.26, Math.PI / 2, 1.05, 0.05, 0],
  /** Radians of the body and of the head; positive is bowed towards the visitor. */
  lean: [0, 0.1, -0.05, 0.04, 0.2],
  nod: [0, 0.06, -0.3, 0.03, 0.55],
  tilt: [0, 0.22, 0, 0, 0],
  /** Radians of the arms from hanging down: outwards (folded in is negative), and forwards. */
  armsOut: [0.2, 0.12, -0.5, 1.0, 0.03],
  armsForward: [0.05, 0.55, 0.75, 0.5, -0.1],
  /** Metres above the floor. */
  hover: [0.3, 0.3, 0.4, 0.34, 0.12],
  /** Depth and frequency of the light's pulse; always well below three a second. */
  pulse: [0.06, 0.04, 0.16, 0.18, 0],
  pulseHertz: [0.12, 0.2, 0.5, 1.6, 0],
} as const;

/** The values of one state, or those on the way from one state to the next. */
export type Pose = Record<keyof typeof POSES, number>;

const poseAt = (column: 0 | 1 | 2 | 3 | 4): Pose =>
  Object.fromEntries(Object.entries(POSES).map(([field, values]) => [field, values[column]])) as Pose;

export const residentPoses = {
  idle: { color: 'resident', ...poseAt(0) },
  listening: { color: 'accent', ...poseAt(1) },
  thinking: { color: 'star', ...poseAt(2) },
  speaking: { color: 'panelText', ...poseAt(3) },
  offline: { color: 'readingOffline', ...poseAt(4) },
} as const satisfies Readonly<Record<ResidentState, Readonly<Pose> & { readonly color: ColorName }>>;
