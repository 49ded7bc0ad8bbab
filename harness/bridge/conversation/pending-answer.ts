import type { ChatStep } from '../../../data/chat/protocol.ts';

/** A chat that waits for its answer. */
export interface PendingAnswer {
  /** The id of the chat it answers. */
  readonly chatId: string;
  readonly question: string;
  /** False if the visitor wants no actions with the answer. */
  readonly acting: boolean;
  /** The address the question came from: the answer counts against its budget. */
  readonly ip: string;
  /** The owner asked: nothing is shared out. */
  readonly isOwner: boolean;
  /** The home itself has answered: the resident is not asked. */
  readonly reply?: string | undefined;
  readonly abort: AbortController;
  /** Other gateways may answer it from then on. */
  readonly endTurn: (() => void) | undefined;
  text: string;
  /** Its tool calls, by the id of the step. */
  readonly steps: Map<string, ChatStep>;
  stopped: boolean;
}
