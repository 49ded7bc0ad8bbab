import type { State } from '../../../data/state.ts';
import type { Stop } from '../../bus/bus.ts';
import type { ResidentRoom } from '../../resident/room/resident-room.ts';
import { AnswersForOthers } from './answers-for-others.ts';
import type { Gateways } from './gateways.ts';
import { OtherResidents } from './other-residents.ts';

interface Options {
  readonly gateways: Gateways;
  readonly resident: ResidentRoom;
  readonly state: State;
  readonly log: (line: string) => void;
  readonly agentBeatMs?: number | undefined;
}

/** The residents that the gateways of a world share: each room asks the others, and answers them. */
export class SharedResidents {
  readonly #gateways: Gateways;
  readonly #answers: AnswersForOthers;
  readonly #leave: Stop;

  constructor({ gateways, resident: room, state, log, agentBeatMs: beatMs }: Options) {
    const { bus } = gateways;
    this.#gateways = gateways;
    this.#answers = new AnswersForOthers({ bus, room, gateways, state, log, beatMs });
    this.#leave = room.join(new OtherResidents({ bus, gateways, beatMs }));
  }

  /** Takes no further question of another gateway. Resolves when those it has are answered; undefined without any. */
  refuse(): Promise<void> | undefined {
    return this.#answers.refuse();
  }

  /** Leaves the world: the others learn that this gateway ends. */
  close(): void {
    this.#leave();
    this.#answers.close();
    this.#gateways.close();
  }
}
