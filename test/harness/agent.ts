import * as v from 'valibot';
import { WebSocket } from 'ws';
import { type residentFrame, toResidentFrame } from '../../data/chat/resident-protocol.ts';
import { Client } from './helpers.ts';

export const TOKEN = 'the-secret-of-the-bridge';

type Question = Extract<v.InferOutput<typeof toResidentFrame>, { type: 'question' }>;
type Cancel = Extract<v.InferOutput<typeof toResidentFrame>, { type: 'cancel' }>;
type FrameInput = v.InferInput<typeof residentFrame>;

/** An agent at the bridge, on a plain WebSocket. */
export class Agent extends Client {
  /** Called with each question; without a function the question waits. */
  onQuestion: ((question: Question) => void) | undefined;
  readonly questions: Question[] = [];
  readonly cancels: Cancel[] = [];

  constructor(home: string) {
    super(home);
    this.socket.on('message', (data: Buffer) => {
      const result = v.safeParse(toResidentFrame, JSON.parse(data.toString('utf8')));
      if (!result.success) return;
      if (result.output.type === 'cancel') return void this.cancels.push(result.output);
      this.questions.push(result.output);
      this.onQuestion?.(result.output);
    });
  }

  /** Says hello and moves in; resolves once the home has told of the new resident. */
  async moveIn(more: Partial<Extract<FrameInput, { type: 'enter' }>> = {}): Promise<this> {
    await this.hello({ role: 'resident', token: TOKEN });
    const known = this.frames.filter(({ type }) => type === 'resident').length;
    this.tell({ type: 'enter', ...more });
    await this.frame(
      'resident',
      (frame) => this.frames.filter(({ type }) => type === 'resident').indexOf(frame) >= known,
    );
    return this;
  }

  tell(frame: FrameInput): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** Answers a question in pieces and ends the answer. */
  reply(id: string, ...pieces: string[]): void {
    for (const text of pieces) this.tell({ type: 'answer-delta', id, text });
    this.tell({ type: 'answer-end', id, end: 'complete' });
  }
}
