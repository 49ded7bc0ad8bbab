import type { BridgeStatus, ChatEntry } from '../../data/state.ts';

/** What the resident is doing, as far as the conversation shows. */
export type Mood = 'idle' | 'listening' | 'thinking' | 'speaking' | 'offline';

/**
 * - `offline`: no line to the resident.
 * - `speaking`: its answer is coming in, or a bubble stands over it.
 * - `thinking`: the visitor's message has arrived and no word of the answer has.
 * - `listening`: the visitor writes or has just sent something.
 */
export function moodOf(
  bridge: BridgeStatus['state'],
  entries: readonly ChatEntry[],
  chatOpen: boolean,
  bubble: boolean,
): Mood {
  if (bridge !== 'open') return 'offline';
  const last = entries[entries.length - 1];
  if (last?.status === 'streaming') return last.text === '' ? 'thinking' : 'speaking';
  if (last?.role === 'visitor' && last.status === 'complete') return 'thinking';
  if (last?.role === 'visitor' && last.status === 'sending') return 'listening';
  if (bubble) return 'speaking';
  return chatOpen ? 'listening' : 'idle';
}

/** How a mood looks. All of them differ in more than colour: light, the rings' speed and place, and how the figure holds itself. */
export interface Bearing {
  /** A name in the theme's colours. */
  readonly color: 'resident' | 'accent' | 'star' | 'panelText' | 'agentDormant';
  readonly brightness: number;
  /** Radians a second of the slowest ring. */
  readonly ringSpeed: number;
  /** Metres above the feet where the rings gather, and how wide they are. */
  readonly ringHeight: number;
  readonly ringScale: number;
  /** Radians between the rings' planes and the ground. */
  readonly ringTilt: number;
  /** Radians: forward is towards the visitor, bowed is positive. */
  readonly lean: number;
  /** Metres above the floor. */
  readonly hover: number;
  /** Depth and frequency of the light's swaying; never near three a second. */
  readonly pulse: number;
  readonly pulseHertz: number;
}

export const bearings: Readonly<Record<Mood, Bearing>> = {
  idle: {
    color: 'resident',
    brightness: 0.8,
    ringSpeed: 0.35,
    ringHeight: 0.95,
    ringScale: 1,
    ringTilt: 0.32,
    lean: 0,
    hover: 0.3,
    pulse: 0.06,
    pulseHertz: 0.12,
  },
  listening: {
    color: 'accent',
    brightness: 0.95,
    ringSpeed: 0.16,
    ringHeight: 1.3,
    ringScale: 1.12,
    ringTilt: 1.15,
    lean: 0.1,
    hover: 0.3,
    pulse: 0.04,
    pulseHertz: 0.2,
  },
  thinking: {
    color: 'star',
    brightness: 1.7,
    ringSpeed: 2.4,
    ringHeight: 1.55,
    ringScale: 0.62,
    ringTilt: 0.55,
    lean: -0.08,
    hover: 0.42,
    pulse: 0.22,
    pulseHertz: 0.5,
  },
  speaking: {
    color: 'panelText',
    brightness: 1.3,
    ringSpeed: 0.8,
    ringHeight: 1.1,
    ringScale: 1.3,
    ringTilt: 0.16,
    lean: 0.04,
    hover: 0.34,
    pulse: 0.2,
    pulseHertz: 1.6,
  },
  offline: {
    color: 'agentDormant',
    brightness: 0.5,
    ringSpeed: 0,
    ringHeight: 0.12,
    ringScale: 0.9,
    ringTilt: 0,
    lean: 0.24,
    hover: 0.12,
    pulse: 0,
    pulseHertz: 0,
  },
};
