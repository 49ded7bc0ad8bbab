import { type PlayRecord, isOver } from '../../../data/games/play-record.ts';
import { actionText } from '../../../data/games/play-text.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { DerivedState } from '../../../data/derived.ts';
import { escapeMarkdown } from '../../resident/reply-text.ts';
import { mentions, plainWords } from '../../resident/words.ts';
import type { CurrentPlays } from './current-plays.ts';

type StateSlice = ConfigState & DerivedState;

/** These patterns match whole messages only: a sentence about playing is for the resident. */
const STOP = /^(?:please )?stop (?:playing|the game|the games|the play|the plays)(?: (?<which>.+))?$/;
const ALLOW = /^(?:please )?(?:yes )?(?:allow|approve)(?: it| that)?(?: please)?$/;
const REFUSE = /^(?:please )?(?:no )?(?:refuse|deny)(?: it| that)?(?: please)?$/;
/** Words after “stop playing” that name no game. */
const FILLERS = new Set(['now', 'please', 'it', 'at', 'once', 'the', 'game', 'all', 'everything']);
const ONLY_OWNER =
  'Only the owner of this home decides about plays. The owner signs in at the portal of the game, or in the home as text.';

interface Tools {
  readonly plays: CurrentPlays;
  readonly state: StateSlice;
  /**
   * The field `seen` of the message: what the page showed when it was written. The page keeps a message while
   * it is offline, so another play may run and another action may wait when the message arrives.
   */
  readonly seen?: readonly string[] | undefined;
}

const NOT_SEEN =
  'this play was not on the page when you wrote. Say it again, or stop the play at its portal.';

const nameOf = (state: StateSlice, { portal }: PlayRecord): string => {
  const portals = currentValue(state.derived.portals.get()) ?? [];
  return portals.find(({ record }) => record.id === portal)?.record.name ?? portal;
};

/** The plays that the words after “stop playing” refer to. */
function meant(
  running: readonly PlayRecord[],
  words: readonly string[],
  state: StateSlice,
): readonly PlayRecord[] {
  if (words.includes('all') || words.includes('everything')) return running;
  const named = running.filter(
    (play) => mentions(words, nameOf(state, play)) || mentions(words, play.portal),
  );
  return named.length > 0 || words.some((word) => !FILLERS.has(word)) ? named : running;
}

function stop(
  { plays, state, seen = [] }: Tools,
  words: readonly string[],
  isOwner: boolean,
): string | undefined {
  const running = plays.records.filter((play) => !isOver(play));
  const wanted = meant(running, words, state);
  const isAll = words.includes('all') || words.includes('everything');
  if (running.length === 0 && words.every((word) => FILLERS.has(word))) return 'No game is being played now.';
  // The message may be about another game: the resident answers.
  if (wanted.length === 0) return undefined;
  if (!isOwner) return ONLY_OWNER;
  const names = wanted.map((play) => escapeMarkdown(nameOf(state, play)));
  if (wanted.length > 1 && !isAll)
    return `${wanted.length} games are being played: ${names.join(', ')}. Say “stop playing” with the name of one, or “stop playing everything”.`;
  return wanted
    .map((play, index) => {
      const refusal = seen.includes(play.id)
        ? plays.order({ type: 'play-order', order: 'stop', play: play.id }, 'chat')
        : NOT_SEEN;
      return refusal === undefined
        ? `I stop playing ${names[index]}, at step ${play.step}. No action follows.`
        : `${names[index]}: ${refusal}`;
    })
    .join('\n\n');
}

function decide(
  { plays, state, seen = [] }: Tools,
  order: 'approve' | 'refuse',
  isOwner: boolean,
): string | undefined {
  const waiting = plays.records.filter((play) => play.request && !isOver(play));
  const [play] = waiting;
  // If no action waits, the words are for the resident.
  if (!play?.request) return undefined;
  if (!isOwner) return ONLY_OWNER;
  const names = waiting.map((one) => escapeMarkdown(nameOf(state, one)));
  if (waiting.length > 1)
    return `${waiting.length} games wait for your decision: ${names.join(', ')}. Decide at each portal.`;
  const { id, action } = play.request;
  const what = `${escapeMarkdown(actionText(action))} in ${names[0]}`;
  // A refusal may count for any action, because nothing is sent to the game then.
  if (order === 'approve' && !seen.includes(`${play.id} ${id}`))
    return `Not allowed: your message was not about what waits now, ${what}. Look at it, then say “allow” again or decide at its portal.`;
  const refusal = plays.order({ type: 'play-order', order, play: play.id, request: id }, 'chat');
  return refusal ?? `${order === 'approve' ? 'Allowed' : 'Refused'}: ${what}.`;
}

/**
 * Carries out what the owner says in the chat about plays: “stop playing”, “allow”, “refuse”. This needs no
 * model, and does not wait for an answer that is being written.
 * @returns The answer; undefined for a message about anything else.
 */
export function chatOrder(tools: Tools, text: string, isOwner: boolean): string | undefined {
  const resident = plainWords(tools.state.config.get().resident.name).join(' ');
  const words = plainWords(text).join(' ');
  const order = words.startsWith(`${resident} `) ? words.slice(resident.length + 1) : words;
  const stopped = STOP.exec(order);
  if (stopped) return stop(tools, stopped.groups?.['which']?.split(' ') ?? [], isOwner);
  if (ALLOW.test(order)) return decide(tools, 'approve', isOwner);
  return REFUSE.test(order) ? decide(tools, 'refuse', isOwner) : undefined;
}
