import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { CHAT_RANGE_METRES } from '../../../data/core/limits.ts';
import type { Place, PresenceClientFrame } from '../../../data/presence/protocol.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import { AddressBudgets } from '../../core/address-budgets.ts';
import type { Log } from '../../core/log.ts';
import { type ErrorFrame, errorFrame } from '../sockets/peer.ts';
import { type Player, metresBetween } from './player.ts';

/** The newest lines of a speaker, for the owner's log if a visitor reports them. In memory only. */
const LINES_FOR_A_REPORT = 3;
/**
 * The number of speakers whose lines are kept; the oldest are dropped. In the ten minutes of `KEEP_MS` the
 * visitors of one address write 620 lines, so they cannot displace a line that may be reported.
 */
const MAX_SPEAKERS = 5_000;
/** Lines are forgotten after ten minutes. */
const KEEP_MS = 600_000;
/** Limits the lines of all visitors of one address: a new session is easy to get. */
const ADDRESS_CHAT_RATE = { burst: 20, perSecond: 1 } as const;
/** Reports of all visitors of one address: a reported visitor must not use up the reports of everyone else. */
const ADDRESS_REPORT_RATE = { burst: 3, perSecond: 1 / 600 } as const;
/** Reports of all visitors together. The log leaves none of them out, so this rate protects the log. */
const ALL_REPORTS_RATE = { burst: 20, perSecond: 1 / 60 } as const;

interface ChatTools {
  readonly state: Pick<ConfigState, 'config'>;
  readonly now: () => number;
  readonly log: Log['line'];
}

interface Listener {
  readonly peer: { sendText(text: string): void };
  readonly place: Place;
}

interface Speaker {
  readonly alias: string;
  readonly lines: readonly { readonly text: string; readonly at: number }[];
  /** The aliases of those who have reported this speaker since the newest line. */
  readonly reportedBy: Set<string>;
}

/** A visitor of this gateway, and the address they come from. */
interface Author {
  readonly player: Player;
  readonly ip: string;
}

/** The chat between visitors, in homes whose owner allows it. Lines are forwarded and not stored. */
export class PlayerChat {
  readonly #tools: ChatTools;
  readonly #addresses: AddressBudgets;
  readonly #reportsByAddress: AddressBudgets;
  readonly #allReports: TokenBucket;
  /** By number; the speaker who wrote last is at the end. */
  readonly #speakers = new Map<number, Speaker>();

  constructor(tools: ChatTools) {
    this.#tools = tools;
    this.#addresses = new AddressBudgets(tools.now, ADDRESS_CHAT_RATE);
    this.#reportsByAddress = new AddressBudgets(tools.now, ADDRESS_REPORT_RATE);
    this.#allReports = new TokenBucket(ALL_REPORTS_RATE, tools.now);
  }

  /** Sends a line to the visitors near by who see the speaker. */
  say({ player, ip }: Author, text: string, listeners: Iterable<Listener>): ErrorFrame | undefined {
    const { light } = player;
    if (!this.#tools.state.config.get().together.chat)
      return errorFrame('refused', 'The chat between visitors is off in this home.');
    if (!light) return errorFrame('refused', 'The others do not see you, so they cannot read you.');
    if (!player.rates.take('chat') || !this.#addresses.take(ip))
      return errorFrame('rate-limited', 'You send lines too fast. Wait a few seconds.');
    this.#deliver(player, text, light, listeners);
    return undefined;
  }

  /** Sends a line from another gateway, within the same limits. */
  receive(player: Player, text: string, listeners: Iterable<Listener>): void {
    const { light } = player;
    if (!light || !this.#tools.state.config.get().together.chat || !player.rates.take('chat')) return;
    this.#deliver(player, text, light, listeners);
  }

  #deliver(player: Player, text: string, here: Place, listeners: Iterable<Listener>): void {
    this.#keep(player, text);
    const frame = JSON.stringify({ type: 'player-chat', number: player.number, text });
    for (const { peer, place } of listeners)
      if (metresBetween(here, place) <= CHAT_RANGE_METRES) peer.sendText(frame);
  }

  /** Writes the last lines of a player to the owner's log; both visitors appear by their aliases. */
  report(
    { player: by, ip }: Author,
    { number, reason }: Extract<PresenceClientFrame, { type: 'player-report' }>,
  ): ErrorFrame | undefined {
    const { state, log } = this.#tools;
    if (!state.config.get().together.chat)
      return errorFrame('refused', 'The chat between visitors is off in this home.');
    this.#forgetOld();
    const speaker = this.#speakers.get(number);
    if (!speaker) return errorFrame('refused', 'This visitor has written nothing in the last minutes.');
    // The log already contains a report of this visitor about this speaker.
    if (speaker.reportedBy.has(by.alias)) return undefined;
    const isAllowed = by.rates.take('reports') && this.#reportsByAddress.take(ip) && this.#allReports.take();
    if (!isAllowed)
      return errorFrame('rate-limited', 'There are too many reports for now. Try again in ten minutes.');
    speaker.reportedBy.add(by.alias);
    const write = (line: string): void => log(line, 'warn', 'never');
    write(
      `visitor ${by.alias} reports visitor ${speaker.alias}: ${reason === '' ? 'no reason given' : reason}`,
    );
    for (const { text } of speaker.lines) write(`reported visitor ${speaker.alias} wrote: ${text}`);
    return undefined;
  }

  /** Removes what is no longer needed; call it at intervals. */
  sweep(): void {
    this.#addresses.sweep();
    this.#reportsByAddress.sweep();
    this.#forgetOld();
  }

  #keep(player: Player, text: string): void {
    this.#forgetOld();
    const { number, alias } = player;
    const lines = this.#speakers.get(number)?.lines ?? [];
    this.#speakers.delete(number);
    this.#speakers.set(number, {
      alias,
      lines: [...lines, { text, at: this.#tools.now() }].slice(-LINES_FOR_A_REPORT),
      reportedBy: new Set(),
    });
    const [oldest] = this.#speakers.keys();
    if (this.#speakers.size > MAX_SPEAKERS && oldest !== undefined) this.#speakers.delete(oldest);
  }

  #forgetOld(): void {
    const since = this.#tools.now() - KEEP_MS;
    for (const [number, { lines }] of this.#speakers) {
      if ((lines.at(-1)?.at ?? 0) >= since) return;
      this.#speakers.delete(number);
    }
  }
}
