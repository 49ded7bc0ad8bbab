import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { EARSHOT_METRES } from '../../../data/presence/limits.ts';
import type { PresenceClientFrame } from '../../../data/presence/protocol.ts';
import type { State } from '../../../data/state.ts';
import { AddressBudgets } from '../address-budgets.ts';
import { type ErrorFrame, errorFrame } from '../error-frame.ts';
import { type Spot, distance } from './grid.ts';
import type { Player } from './player.ts';

/** The newest lines of a speaker, for the owner's log if someone reports it. In memory only. */
const LINES_FOR_A_REPORT = 3;
/** Speakers whose lines are kept, the newest. */
const MAX_SPEAKERS = 200;
/** Lines are forgotten after ten minutes. */
const KEEP_MS = 600_000;
/** Lines of all visitors of one address: a new session is easily had. */
const ADDRESS_CHAT_RATE = { burst: 20, perSecond: 1 } as const;
/** Reports of all visitors together. */
const ALL_REPORTS_RATE = { burst: 20, perSecond: 1 / 60 } as const;

interface ChatTools {
  readonly state: Pick<State, 'config'>;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

interface Listener {
  readonly peer: { sendText(text: string): void };
  readonly spot: Spot;
}

interface Spoken {
  readonly alias: string;
  readonly lines: { readonly text: string; readonly at: number }[];
}

/** What visitors write to each other, in homes whose owner allows it. It is passed on and not stored. */
export class PlayerChat {
  readonly #tools: ChatTools;
  readonly #addresses: AddressBudgets;
  readonly #allReports: TokenBucket;
  /** By number; the one that spoke last comes last. */
  readonly #spoken = new Map<number, Spoken>();

  constructor(tools: ChatTools) {
    this.#tools = tools;
    this.#addresses = new AddressBudgets(tools.now, ADDRESS_CHAT_RATE);
    this.#allReports = new TokenBucket(ALL_REPORTS_RATE, tools.now);
  }

  /** Passes a line on to those who see the speaker and are near. */
  say(
    { player, ip }: { player: Player; ip: string },
    text: string,
    listeners: Iterable<Listener>,
  ): ErrorFrame | undefined {
    const { light } = player;
    if (!this.#tools.state.config.get().together.chat)
      return errorFrame('refused', 'In this home visitors do not write to each other.');
    if (!light) return errorFrame('refused', 'The others do not see you, so they do not hear you either.');
    if (!player.rates.take('chat') || !this.#addresses.take(ip, 1))
      return errorFrame('rate-limited', 'You write to the others too fast. Wait a few seconds.');
    this.#pass(player, text, { x: light[0], z: light[2] }, listeners);
    return undefined;
  }

  /** Passes a line on that was said at another gateway, within the same limits. */
  hear(player: Player, text: string, listeners: Iterable<Listener>): void {
    const { light } = player;
    if (!light || !this.#tools.state.config.get().together.chat || !player.rates.take('chat')) return;
    this.#pass(player, text, { x: light[0], z: light[2] }, listeners);
  }

  #pass(player: Player, text: string, here: Spot, listeners: Iterable<Listener>): void {
    this.#keep(player, text);
    const frame = JSON.stringify({ type: 'player-chat', number: player.number, text });
    for (const { peer, spot } of listeners) if (distance(here, spot) <= EARSHOT_METRES) peer.sendText(frame);
  }

  /** Tells the owner what a player wrote; both sides by their aliases. */
  report(
    by: Player,
    { number, reason }: Extract<PresenceClientFrame, { type: 'player-report' }>,
  ): ErrorFrame | undefined {
    const { state, log } = this.#tools;
    if (!state.config.get().together.chat)
      return errorFrame('refused', 'In this home visitors do not write to each other.');
    this.#forgetOld();
    const spoken = this.#spoken.get(number);
    if (!spoken) return errorFrame('refused', 'This visitor has written nothing lately.');
    if (!by.rates.take('reports') || !this.#allReports.take())
      return errorFrame('rate-limited', 'There are too many reports for now. Try again in a minute.');
    log(`visitor ${by.alias} reports visitor ${spoken.alias}: ${reason === '' ? 'no reason given' : reason}`);
    for (const { text } of spoken.lines) log(`reported visitor ${spoken.alias} wrote: ${text}`);
    return undefined;
  }

  /** Forgets what is no longer needed; to be called now and then. */
  sweep(): void {
    this.#addresses.sweep();
    this.#forgetOld();
  }

  #keep(player: Player, text: string): void {
    this.#forgetOld();
    const { number, alias } = player;
    const lines = this.#spoken.get(number)?.lines ?? [];
    this.#spoken.delete(number);
    this.#spoken.set(number, {
      alias,
      lines: [...lines, { text, at: this.#tools.now() }].slice(-LINES_FOR_A_REPORT),
    });
    const [oldest] = this.#spoken.keys();
    if (this.#spoken.size > MAX_SPEAKERS && oldest !== undefined) this.#spoken.delete(oldest);
  }

  #forgetOld(): void {
    const since = this.#tools.now() - KEEP_MS;
    for (const [number, { lines }] of this.#spoken) {
      if ((lines.at(-1)?.at ?? 0) >= since) return;
      this.#spoken.delete(number);
    }
  }
}
