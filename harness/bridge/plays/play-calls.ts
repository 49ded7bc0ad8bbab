import { randomBytes } from 'node:crypto';
import type { ActionResult, GameAction } from '../../../data/games/game-action.ts';
import { isOver } from '../../../data/games/play-record.ts';
import type { ShownState, StateOperations } from '../../core/state-tools.ts';
import type { PlayAnswerFrame, PlayCallFrame } from '../../../data/games/call-frames.ts';
import type { CurrentPlays, Player } from './current-plays.ts';

/**
 * The time limit for the answer of a player. A player answers earlier than this, even if it is still waiting
 * for the owner (`harness/games/play/agent-play.ts`).
 */
const ANSWER_MS = 25_000;

interface Call {
  readonly player: Player;
  readonly resolve: (answer: PlayAnswerFrame | string) => void;
}

/**
 * Passes the calls of agents to the players of the plays. The players wait for the owner's approval
 * (`harness/games/play/gate.ts`) and write the log.
 */
export class PlayCalls implements StateOperations {
  readonly #plays: CurrentPlays;
  readonly #calls = new Map<string, Call>();

  constructor(plays: CurrentPlays) {
    this.#plays = plays;
  }

  async capture({ play }: { readonly play?: string }): Promise<ShownState | string> {
    const answer = await this.#call(play);
    if (typeof answer === 'string') return answer;
    if (!answer.state) return answer.problem ?? 'The player sees nothing.';
    const picture = this.#plays.screen(answer.play, answer.state.screen);
    return { state: answer.state, picture: picture && { bytes: picture.bytes, mediaType: picture.type } };
  }

  async execute(given: {
    readonly action: GameAction;
    readonly play?: string;
  }): Promise<ActionResult | string> {
    const answer = await this.#call(given.play, given.action);
    if (typeof answer === 'string') return answer;
    const { cause, ...result } = answer.result ?? {};
    if (!('success' in result)) return answer.problem ?? 'The player has no result.';
    return { ...result, ...(cause !== undefined && { cause }) };
  }

  /** Handles an answer of a player. An answer that belongs to no open call is ignored. */
  answer(player: Player, frame: PlayAnswerFrame): void {
    const waiting = this.#calls.get(frame.call);
    if (waiting?.player === player) waiting.resolve(frame);
  }

  /** Call it when a socket is closed. */
  leave(player: Player): void {
    for (const call of this.#calls.values()) if (call.player === player) call.resolve('The player is gone.');
  }

  /**
   * The play that an agent means. If several plays run, the agent has to name one of them. Returns a text if
   * no single play is meant.
   */
  #meant(id: string | undefined): string | { readonly id: string; readonly player: Player } {
    const running = this.#plays.records.filter((play) => !isOver(play));
    const [found, ...others] = id === undefined ? running : running.filter((play) => play.id === id);
    const player = found && this.#plays.playerOf(found.id);
    if (player && others.length === 0) return { id: found.id, player };
    if (running.length === 0)
      return 'No game is being played. Its owner starts one with “home-world play <portal> --agent”.';
    return `Name one of these plays: ${running.map((play) => play.id).join(', ')}.`;
  }

  async #call(play: string | undefined, action?: GameAction): Promise<PlayAnswerFrame | string> {
    const meant = this.#meant(play);
    if (typeof meant === 'string') return meant;
    const { id, player } = meant;
    const call = randomBytes(9).toString('base64url');
    const frame: PlayCallFrame = { type: 'play-call', play: id, call, ...(action && { action }) };
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve) => {
        this.#calls.set(call, { player, resolve });
        timer = setTimeout(() => resolve('The player does not answer.'), ANSWER_MS);
        player.sendText(JSON.stringify(frame));
      });
    } finally {
      clearTimeout(timer);
      this.#calls.delete(call);
    }
  }
}
