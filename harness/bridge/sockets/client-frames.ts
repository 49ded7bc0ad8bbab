import * as v from 'valibot';
import { clientFrame } from '../../../data/chat/protocol.ts';
import { residentFrame } from '../../../data/chat/resident-protocol.ts';
import { playFrame, playOrderFrame } from '../../../data/games/play-frames.ts';
import { presenceClientFrame } from '../../../data/presence/protocol.ts';
import { playAnswerFrame } from '../../../data/games/call-frames.ts';
import type { Role } from './peer.ts';

const MAX_CHARACTERS = 300;

/**
 * The first problem of data that does not fit its schema: `text: expected <=8000`. The value is never
 * repeated: it may be a secret.
 */
export function faultOf(
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
  whole: string,
): string {
  const [issue] = issues;
  const path = issue.path?.map(({ key }) => String(key)).join('.') ?? whole;
  return `${path}: expected ${issue.expected ?? 'another value'}`.slice(0, MAX_CHARACTERS);
}

/** The frames that any client may send, and those that a client with the role resident may send. */
const anyFrame = v.variant('type', [presenceClientFrame, clientFrame, playOrderFrame]);
const agentFrame = v.variant('type', [
  clientFrame,
  residentFrame,
  presenceClientFrame,
  playFrame,
  playAnswerFrame,
  playOrderFrame,
]);
export type AnyFrame = v.InferOutput<typeof agentFrame>;

/** The frame in a text, or a sentence about what is wrong with it. */
export function readFrame(text: string, role: Role | undefined): AnyFrame | string {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return 'This frame is not JSON.';
  }
  const result = v.safeParse(role === 'resident' ? agentFrame : anyFrame, raw);
  return result.success
    ? result.output
    : `This frame does not fit the protocol: ${faultOf(result.issues, 'frame')}.`;
}
