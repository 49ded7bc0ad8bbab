import type { ServerFrame } from '../../data/chat/protocol.ts';

export type ErrorFrame = Extract<ServerFrame, { type: 'error' }>;

/** A refusal; `ref` names the message that it is about. */
export const errorFrame = (code: ErrorFrame['code'], message: string, ref?: string): ErrorFrame => ({
  type: 'error',
  code,
  message,
  ...(ref === undefined ? {} : { ref }),
});
