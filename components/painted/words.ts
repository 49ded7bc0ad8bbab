import { sentenceCase, withoutBidiControls } from '../../data/core/text.ts';
import { activityReading } from '../../data/chat/activity-reading.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { PicturePlaces, Box } from '../../data/painted/places.ts';
import { occupationText } from '../../data/readings/format-activity.ts';
import { workRows } from '../../data/readings/format-agents.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import { sessionName, sessionRows, sessionText } from '../../data/readings/format-sessions.ts';
import { sovereigntyRows, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';
import { placeText, weatherText } from '../../data/readings/format-weather.ts';
import { type Row, absenceRows, blockText, provenanceText } from '../../data/readings/format.ts';
import {
  type PanelHeadline,
  agentHeadline,
  commitHeadline,
  placeHeadline,
  portalHeadline,
  stateWords,
} from '../../data/readings/headlines.ts';
import type { PortalOrder } from '../../data/readings/portal-order.ts';
import { portalLine, portalPresence, portalStatus } from '../../data/readings/portals.ts';
import { type Reading, currentValue, isOff } from '../../data/readings/reading.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { Portal } from '../../data/readings/records.ts';
import { isReturnPortal } from '../../data/travel/arrival.ts';
import type { Label } from './fit-labels.ts';

type StateSlice = ChatState & ConfigState & DerivedState & PageState & ReadingsState;

/** The words of one thing in the picture. All texts may come from outside. */
export interface Words {
  readonly key: string;
  /** Its place in the order of importance; 0 is the most important. */
  readonly rank: number;
  /** Where it is in the picture; undefined for a thing that is not in it. */
  readonly box: Box | undefined;
  readonly side: Label['side'];
  readonly title: string;
  /** The figure of a panel, which is larger than its other words. */
  readonly figure?: string;
  readonly caption: string;
  /** The colour of a portal. */
  readonly color?: string | undefined;
  /** What a press does; without it, a press shows `rows` and `foot`. */
  readonly act?:
    | { readonly kind: 'link'; readonly portal: Portal; readonly href: string }
    | { readonly kind: 'talk' | 'today' };
  readonly rows: readonly Row[];
  /** Source and age. */
  readonly foot: readonly string[];
}

type Unranked = Omit<Words, 'rank'>;

interface Board {
  readonly name: string;
  readonly title: string;
  readonly headline: PanelHeadline;
  readonly rows: readonly Row[];
  /** The first reading is that of the headline. */
  readonly readings: readonly Reading<unknown>[];
}

const plain = (text: string): Row => ({ text, className: '' });

function agents(state: StateSlice, now: number): Board {
  const sessions = state.readings.sessions.get();
  const value = currentValue(sessions);
  const reading = state.derived.agents.get();
  return {
    name: 'agents',
    title: 'Agents',
    headline: agentHeadline(value, reading),
    rows: [...(value ? sessionRows(sessions, now) : []), ...workRows(reading, state.derived.activeNow.get())],
    readings: value ? [sessions, reading] : [reading],
  };
}

function commits(state: StateSlice, now: number): Board {
  const reading = state.derived.lastCommits.get();
  return {
    name: 'commits',
    title: 'Last commits',
    headline: commitHeadline(reading, now),
    rows: commitRows(reading),
    readings: [reading],
  };
}

function portalBoard(state: StateSlice): Board {
  const reading = state.derived.portals.get();
  const rows = currentValue(reading)?.map((portal) =>
    plain(`${portal.record.name}: ${portalStatus(portal)} · ${portal.record.readiness_state}`),
  );
  return {
    name: 'portals',
    title: 'Portals',
    headline: portalHeadline(reading),
    rows: rows ?? absenceRows('PORTALS', reading),
    readings: [reading],
  };
}

function place(state: StateSlice): Board {
  const { weather, blockHeight } = state.readings;
  const [sky, block] = [weather.get(), blockHeight.get()];
  const { weather: where } = state.config.get();
  return {
    name: 'place',
    title: 'Place and time',
    headline: placeHeadline(sky, block, where),
    rows: [
      ...(isOff(sky) ? [] : [plain(weatherText(sky))]),
      plain(placeText(where)),
      ...(isOff(block) ? [] : [plain(`Block height: ${blockText(block)}`)]),
    ],
    readings: [sky, block].filter((reading) => !isOff(reading)),
  };
}

/**
 * Returns the caption of a panel. If the first reading is not live, the caption is the state of that reading,
 * unless the figure already says it.
 */
function captionOf({ headline: { figure, caption }, readings: [first] }: Board): string {
  if (!first || first.state === 'live' || first.state === 'empty') return caption;
  const word = stateWords[first.state];
  return word === figure ? caption : word;
}

const boardWords = (board: Board, { panels }: PicturePlaces, now: number): Unranked => ({
  key: `panel ${board.name}`,
  box: panels[board.name],
  side: 'on',
  title: board.title,
  figure: board.headline.figure,
  caption: captionOf(board),
  rows: board.rows,
  foot: board.readings.map((reading) => provenanceText(reading, now)),
});

function portalItem(portal: Portal, box: Box | undefined): Unranked {
  const { record, entrance } = portal;
  return {
    key: `portal ${record.id}`,
    box,
    side: 'above',
    title: record.name,
    caption: portalLine(portal, isReturnPortal(record)),
    color: record.color,
    ...(entrance.open && { act: { kind: 'link', portal, href: entrance.href } as const }),
    rows: [record.description, ...(entrance.open ? [] : [`Closed. ${entrance.reason}`])].map(plain),
    foot: [],
  };
}

/**
 * Returns the portals in the order in which the world places them. Each portal of the ring gets the next
 * place in the picture. The return portal and portals with their own position get none.
 */
function portals(state: StateSlice, places: PicturePlaces, order: PortalOrder): Unranked[] {
  const all = currentValue(state.derived.portals.get()) ?? [];
  const ordered = order.sort(
    all.map((portal) => ({ id: portal.record.id, presence: portalPresence(portal), portal })),
  );
  let next = 0;
  return ordered.map(({ portal }) => {
    const isOnRing = !isReturnPortal(portal.record) && !portal.record.position;
    return portalItem(portal, isOnRing ? places.portals[next++] : undefined);
  });
}

function meter(state: StateSlice, { meter: box }: PicturePlaces, now: number): Unranked {
  const reading = state.readings.sovereignty.get();
  const { score, label } = sovereigntyTexts(reading);
  return {
    key: 'meter',
    box,
    side: 'on',
    title: 'Sovereignty',
    figure: score,
    caption: score === label ? '' : sentenceCase(label.toLowerCase()),
    rows: sovereigntyRows(reading),
    foot: [provenanceText(reading, now)],
  };
}

/** What the resident does now, as its figure in the world shows it. */
function occupation(state: StateSlice): string {
  const reading = activityReading(state);
  const activity = currentValue(reading);
  if (reading.state === 'offline') return 'not connected';
  return activity && reading.state === 'live' && activity.state !== 'idle'
    ? occupationText(activity)
    : 'at rest';
}

const resident = (state: StateSlice, { resident: box }: PicturePlaces): Unranked => ({
  key: 'resident',
  box,
  side: 'below',
  title: `Talk to ${state.resident.get().name}`,
  caption: occupation(state),
  act: { kind: 'talk' },
  rows: [],
  foot: [],
});

/** The session that has waited longest, beside the resident, where its figure stands in the world. */
function waiting(
  state: StateSlice,
  { resident: [left, top, right, bottom] }: PicturePlaces,
  now: number,
): Unranked[] {
  const value = currentValue(state.readings.sessions.get());
  const first = value?.sessions.find((session) => session.state === 'waiting');
  if (!value || !first) return [];
  const others = value.counts.waiting - 1;
  const aside = (right - left) * 1.6;
  return [
    {
      key: 'sessions',
      box: [left + aside, top, right + aside, bottom],
      side: 'below',
      title: sessionName(first),
      caption: `${sessionText(first, now)}${others > 0 ? `, and ${others} more` : ''}`,
      act: { kind: 'today' },
      rows: [],
      foot: [],
    },
  ];
}

const clean = (words: Unranked, rank: number): Words => ({
  ...words,
  rank,
  title: withoutBidiControls(words.title),
  caption: withoutBidiControls(words.caption),
  rows: words.rows.map((row) => ({ ...row, text: withoutBidiControls(row.text) })),
});

/** The words of the painted home, the most important first. */
export function paintedWords(state: StateSlice, places: PicturePlaces, order: PortalOrder): Words[] {
  const now = state.now.get();
  const boards = [agents(state, now), commits(state, now), portalBoard(state), place(state)];
  return [
    resident(state, places),
    ...waiting(state, places, now),
    ...portals(state, places, order),
    meter(state, places, now),
    ...boards.map((board) => boardWords(board, places, now)),
  ].map(clean);
}
