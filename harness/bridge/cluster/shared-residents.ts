import type { Resident } from '../../resident/resident.ts';
import type { Stop } from '../../bus/bus.ts';
import type { Answerer, RemoteResidents } from '../../resident/room/resident-room.ts';
import { AnswerService, type AnswerServiceTools } from './answer-service.ts';
import type { Gateways } from './gateways.ts';
import { RemoteAnswer } from './remote-answer.ts';

/** At most this many gateways are asked the same question. */
const MAX_TRIED_GATEWAYS = 5;

/** The residents at the other gateways, for the room of this one. */
class OtherResidents implements RemoteResidents {
  readonly #gateways: Gateways;
  /** Counts the questions, because the gateways take turns. */
  #turn = 0;

  constructor(gateways: Gateways) {
    this.#gateways = gateways;
  }

  /**
   * The resident that is shown. If several gateways have a resident, every gateway shows the same one, but
   * any of them may answer.
   */
  get resident(): Pick<Resident, 'who' | 'note'> | undefined {
    const { resident } = this.#gateways.others.find((one) => one.resident) ?? {};
    if (!resident) return undefined;
    const { name, place, note } = resident;
    return { who: { kind: 'agent', name, place }, note };
  }

  next(tried: ReadonlySet<Answerer>): Answerer | undefined {
    if (!this.#gateways.bus.isOpen) return undefined;
    const asked = [...tried].flatMap((one) => (one instanceof RemoteAnswer ? [one.gateway] : []));
    if (asked.length >= MAX_TRIED_GATEWAYS) return undefined;
    const left = this.#gateways.others.filter((one) => one.resident && !asked.includes(one.gateway));
    this.#turn += 1;
    const found = left[this.#turn % left.length];
    return found && new RemoteAnswer(this.#gateways, found.gateway);
  }

  onChange(listener: () => void): Stop {
    let shown = JSON.stringify(this.resident);
    return this.#gateways.onChange(() => {
      const now = JSON.stringify(this.resident);
      if (now === shown) return;
      shown = now;
      listener();
    });
  }
}

/** Shares the residents between the gateways of a world: each room asks the others, and answers them. */
export class SharedResidents {
  readonly #gateways: Gateways;
  readonly #answers: AnswerService;
  readonly #leave: Stop;

  constructor(tools: AnswerServiceTools) {
    this.#gateways = tools.gateways;
    this.#answers = new AnswerService(tools);
    this.#leave = tools.resident.join(new OtherResidents(tools.gateways));
  }

  /**
   * Accepts no further question from another gateway. The promise resolves when all accepted questions are
   * answered. Returns undefined if there are none.
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
