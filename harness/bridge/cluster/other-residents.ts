import type { Stop } from '../../bus/bus.ts';
import type { Resident } from '../../resident/resident.ts';
import type { Answerer, RemoteResidents } from '../../resident/room/resident-room.ts';
import { MAX_TRIED_GATEWAYS } from './ask-frames.ts';
import type { Gateways, RemoteResident } from './gateways.ts';
import { type AskTools, RemoteAnswer } from './remote-answer.ts';

type Shown = Pick<Resident, 'who' | 'note'>;

const shownAs = ({ name, place, note }: RemoteResident): Shown => ({
  who: { kind: 'agent', name, place },
  note,
});

/** The residents at the other gateways, for the room of this one. */
export class OtherResidents implements RemoteResidents {
  readonly #tools: AskTools & { readonly gateways: Gateways };

  constructor(tools: AskTools & { readonly gateways: Gateways }) {
    this.#tools = tools;
  }

  /** If there are several, every gateway shows the same one; any of them may answer. */
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
