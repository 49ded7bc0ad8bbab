import * as v from 'valibot';
import { type ChatMessageFrame, type ChatStep, chatSteps } from '../../data/chat/protocol.ts';

/** The steps of a row; none if they cannot be read, because the text matters more. */
function stepsOf(json: unknown): ChatStep[] | undefined {
  if (typeof json !== 'string') return undefined;
  try {
    const parsed = v.safeParse(chatSteps, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A row of the table `messages` as the frame that clients get. */
export function frameOf(row: Record<string, unknown>): ChatMessageFrame {
  const steps = stepsOf(row['steps']);
  return {
    type: 'chat-message',
    id: String(row['id']),
    seq: Number(row['seq']),
    role: row['role'] === 'visitor' ? 'visitor' : 'resident',
    speaker: String(row['speaker']),
    text: String(row['text']),
    ts: Number(row['ts']),
    ...(typeof row['reply_to'] === 'string' ? { replyTo: row['reply_to'] } : {}),
    end: row['ending'] === 'stopped' ? 'stopped' : row['ending'] === 'failed' ? 'failed' : 'complete',
    ...(steps ? { steps } : {}),
  };
}
