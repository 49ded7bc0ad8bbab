import { type Sentence, detail } from './sentence.ts';
import { portalStatus } from '../readings/portals.ts';
import type { Portal } from '../readings/records.ts';
import { timeAgo, countedInWords, listText, numberWord, speechText } from './speech-text.ts';

const NAME_CHARACTERS = 40;
const TURNS_NAMED = 3;

interface Turn {
  readonly name: string;
  readonly online: boolean;
  /** The time of the first check with this state. Milliseconds since the epoch. */
  readonly at: number;
}

/** The last time that a portal went online or offline; undefined if none of the kept checks shows it. */
function lastTurn({ record, health: { checks } }: Portal): Turn | undefined {
  const last = checks.at(-1);
  if (!last) return undefined;
  const before = checks.findLastIndex(({ online }) => online !== last.online);
  const since = before === -1 ? undefined : checks[before + 1];
  if (!since) return undefined;
  return { name: speechText(record.name, NAME_CHARACTERS) || 'A portal', online: last.online, at: since.at };
}

/** How many portals answer, and which have recently gone online or offline. */
export function portalSentences(portals: readonly Portal[], now: number): Sentence[] {
  const having = (status: Portal['health']['status']): Portal[] =>
    portals.filter((one) => portalStatus(one) === status);
  const [online, offline, unknown] = [having('online'), having('offline'), having('unknown')];
  const closed = offline.map(({ record }) => speechText(record.name, NAME_CHARACTERS) || 'a portal');
  const turns = portals
    .map(lastTurn)
    .filter((turn) => turn !== undefined)
    .sort((a, b) => b.at - a.at)
    .slice(0, TURNS_NAMED);
  const state = [
    `${online.length === 0 ? 'none' : numberWord(online.length)} ${online.length < 2 ? 'is' : 'are'} online`,
    offline.length > 0 && `${numberWord(offline.length)} offline`,
    unknown.length > 0 && `${numberWord(unknown.length)} not known`,
  ].filter((part) => part !== false);
  return [
    `Of ${countedInWords(portals.length, 'portal')}, ${listText(state)}.`,
    ...turns.map(({ name, online: on, at }) =>
      detail(`${name} went ${on ? 'online' : 'offline'} ${timeAgo(at, now)}.`),
    ),
    ...(turns.length === 0 && closed.length > 0 ? [detail(`Offline: ${listText(closed)}.`)] : []),
  ];
}
