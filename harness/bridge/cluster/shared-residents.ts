import type { ResidentContext } from '../../resident/resident.ts';
import type { Stop } from '../../bus/bus.ts';
import type { ResidentRoom } from '../../resident/room/resident-room.ts';
import { AnswerService } from './answer-service.ts';
import type { Gateways } from './gateways.ts';
import { OtherResidents } from './other-residents.ts';

interface Options {
  readonly gateways: Gateways;
  readonly resident: ResidentRoom;
  readonly state: ResidentContext['state'];
  readonly log: (line: string) => void;
  readonly agentBeatMs?: number | undefined;
}

/** Shares the residents between the gateways of a world: each room asks the others, and answers them. */
export class SharedResidents {
  readonly #gateways: Gateways;
  readonly #answers: AnswerService;
  readonly #leave: Stop;

  constructor({ gateways, resident: room, state, log, agentBeatMs: heartbeatMs }: Options) {
    const { bus } = gateways;
    this.#gateways = gateways;
    this.#answers = new AnswerService({ bus, room, gateways, state, log, heartbeatMs });
    this.#leave = room.join(new OtherResidents({ bus, gateways, heartbeatMs }));
  }

  /**
   * Accepts no further question from another gateway. Resolves when the accepted ones are answered; undefined
   * without any.
   */
  refuse(): Promise<void> | undefined {
    return this.#answers.refuse();
  }

  /** Leaves the world, and announces that to the others. */
  close(): void {
    this.#leave();
    this.#answers.close();
    this.#gateways.close();
  }
}
