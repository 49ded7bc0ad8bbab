import type { Resident, ResidentContext } from '../../resident/resident.ts';
import type { Stop } from '../../bus/bus.ts';
import type { Answerer, RemoteResidents, ResidentRoom } from '../../resident/room/resident-room.ts';
import { AnswerService } from './answer-service.ts';
import type { Gateways, RemoteResident } from './gateways.ts';
import { MAX_TRIED_GATEWAYS } from './ask-frames.ts';
import { type AskTools, RemoteAnswer } from './remote-answer.ts';

type Shown = Pick<Resident, 'who' | 'note'>;

const shownAs = ({ name, place, note }: RemoteResident): Shown => ({
  who: { kind: 'agent', name, place },
  note,
});

/** The residents at the other gateways, for the room of this one. */
class OtherResidents implements RemoteResidents {
  readonly #tools: AskTools & { readonly gateways: Gateways };

  constructor(tools: AskTools & { readonly gateways: Gateways }) {
    this.#tools = tools;
  }

  /** If several gateways have a resident, every gateway shows the same one; any of them may answer. */
  get resident(): Shown | undefined {
    const { resident } = this.#tools.gateways.others.find((one) => one.resident) ?? {};
    return resident && shownAs(resident);
  }

  next(tried: ReadonlySet<Answerer>): Answerer | undefined {
    if (!this.#tools.bus.isOpen || !this.resident) return undefined;
    const before = [...tried].filter((one) => one instanceof RemoteAnswer);
    const gateways = before.flatMap(({ gateway }) => gateway ?? []);
    // If one attempt finds no gateway, the next would find none either.
    if (gateways.length < before.length || gateways.length > MAX_TRIED_GATEWAYS) return undefined;
    return new RemoteAnswer(this.#tools, gateways);
  }

  onChange(listener: () => void): Stop {
    let shown = JSON.stringify(this.resident);
    return this.#tools.gateways.onChange(() => {
      const now = JSON.stringify(this.resident);
      if (now === shown) return;
      shown = now;
      listener();
    });
  }
}

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
