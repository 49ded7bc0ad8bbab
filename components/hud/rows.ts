import { activityReading } from '../../data/chat/activity-reading.ts';
import { cutAtWord, cutText, withoutBidiControls } from '../../data/core/text.ts';
import { detailsText, occupationText, taskText } from '../../data/readings/format-activity.ts';
import { activeCount, agentCountText } from '../../data/readings/format-agents.ts';
import { type Reading, type ReadingState, currentValue, isOff } from '../../data/readings/reading.ts';
import type { AgentActivity } from '../../data/readings/records.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { PresenceState } from '../../data/presence/presence-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { type WorldState, insteadOfWorld } from '../../data/world-state.ts';
import { DASH, ERROR, blockText, counted, provenanceText } from '../../data/readings/format.ts';
import { sessionCountText, sessionsText } from '../../data/readings/session-counts.ts';
import type { SessionCounts } from '../../data/readings/schemas/agent-sessions.ts';
import { weatherText } from '../../data/readings/format-weather.ts';
import type { ActivityState } from '../../data/readings/schemas/activity-states.ts';
import { sovereigntyPartsText, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';

/** The parts of the state from which the readings of the header are made. */
export type HudState = ChatState & DerivedState & PageState & PresenceState & ReadingsState & WorldState;

/** The colour of a mark. */
export type Tone = 'good' | 'middling' | 'bad' | '';

/** One reading of the header, ready to render. */
export interface HudRow {
  /** The full name, for screen readers and the card. */
  readonly name: string;
  /** The short text in the header; `more` follows it if there is room. */
  readonly chip: string;
  readonly more?: string | undefined;
  /** The text of the reading, the same as in panels, badges and answers. */
  readonly value: string;
  /** One character whose shape shows that the reading is not live; the colour only repeats this. */
  readonly mark: string;
  readonly tone: Tone;
  /** Source, age and cause. */
  readonly provenance: string;
  /** No problem to show: the row has no chip, only text for screen readers. */
  readonly isFine?: boolean;
  /** Less important than the others: a phone in portrait orientation leaves out its chip. */
  readonly isExtra?: boolean;
}

/** The mark of each state: none for live, a half circle for stale, a cross for failed. */
const marks: Record<ReadingState, readonly [string, Tone]> = {
  loading: ['', ''],
  live: ['', ''],
  stale: ['◐', 'middling'],
  empty: ['○', ''],
  error: ['✕', 'bad'],
  offline: ['◌', 'middling'],
};

/** The mark and the tone for each level of sovereignty. */
const levelMarks: Record<string, readonly [string, Tone]> = {
  high: ['▲', 'good'],
  mid: ['■', 'middling'],
  low: ['▼', 'bad'],
};

type Chip = Pick<HudRow, 'chip' | 'more'>;

/**
 * The chip of a reading. Without a value it begins with the name: `ERROR` or a dash alone would not show what
 * is missing.
 */
function chipOf<T>(name: string, reading: Reading<T>, value: string, say: (value: T) => Chip): Chip {
  const current = currentValue(reading);
  return current === undefined ? { chip: `${name} ${value}` } : say(current);
}

/** For example `1 active now, 2 of 5 with a commit today`. */
function agentsText(reading: Reading<readonly AgentActivity[]>, activeNow: readonly string[]): string {
  if (reading.state === 'error') return ERROR;
  const agents = currentValue(reading);
  if (!agents) return reading.state === 'empty' ? 'none known' : DASH;
  return agentCountText(agents, activeNow);
}

/**
 * The row with the percentage of sovereignty and its label. The mark shows the level if the reading is live,
 * otherwise the state of the reading.
 */
function sovereigntyRow(state: ReadingsState, now: number): HudRow {
  const reading = state.readings.sovereignty.get();
  const { score, label, level } = sovereigntyTexts(reading);
  const [mark, tone] = (reading.state === 'live' && levelMarks[level]) || marks[reading.state];
  const value = score === label ? score : `${score} ${label}`;
  return {
    name: 'Sovereignty',
    ...chipOf('Sovereignty', reading, value, (of) => ({
      chip: `${of.score} %`,
      more: of.label.toLowerCase(),
    })),
    value,
    mark,
    tone,
    provenance: [sovereigntyPartsText(reading), provenanceText(reading, now)].filter(Boolean).join('. '),
  };
}

/**
 * The row with the quality of the world, or the progress of loading. The row has a chip only if there is no
 * picture.
 */
function worldRow(state: WorldState): HudRow {
  const { phase, progress, note } = state.world.status.get();
  const quality = state.world.quality.get();
  const instead = insteadOfWorld(state);
  const missing = instead === 'painted' ? instead : phase;
  const value =
    phase === 'ready' ? quality : phase === 'loading' ? `${Math.floor(progress * 100)} %` : missing;
  const provenance = phase === 'ready' ? `drawn at ${quality} quality` : note || 'not drawn yet';
  const isFine = phase !== 'lost' && instead !== 'text';
  return { name: 'World', chip: `World ${value}`, value, mark: '◐', tone: 'middling', provenance, isFine };
}

/**
 * The row that says whether the resident can be reached, and whether it has a model. The row has a chip only
 * while the connection is lost.
 */
function bridgeRow(state: ChatState & PageState): HudRow {
  const bridge = state.bridge.get();
  const value = bridge.state;
  const { name, attached } = state.resident.get();
  const answering = `${name} answers${attached ? '' : ', no model attached'}`;
  const provenance = bridge.cause ?? (bridge.state === 'open' ? answering : 'no connection to the resident');
  // Without a network, only the network's row shows the problem.
  const isFine = bridge.state !== 'waiting' || !state.online.get();
  return { name: 'Bridge', chip: `Bridge ${value}`, value, mark: '◐', tone: 'middling', provenance, isFine };
}

/** The maximum lengths of the resident's name and task in the chip. The card has the full texts. */
const NAME_CHARACTERS = 16;
const TASK_CHARACTERS = 24;

/** The owner should notice these two states: they have marks while the report is live. */
const activityMarks: Readonly<Partial<Record<ActivityState, readonly [string, Tone]>>> = {
  waiting: ['◆', 'middling'],
  failed: ['✕', 'bad'],
};

/**
 * The row with the report of the resident's agent; no row if there is no report, or if the agent is idle. The
 * texts of a report come from outside.
 */
function activityRow(state: ChatState & PageState, now: number): HudRow[] {
  const reading = activityReading(state);
  const activity = currentValue(reading);
  if (!activity || activity.state === 'idle') return [];
  const task = activity.state === 'waiting' ? 'for its owner' : withoutBidiControls(taskText(activity));
  const short = cutAtWord(task, TASK_CHARACTERS);
  const [mark, tone] = (reading.state === 'live' && activityMarks[activity.state]) || marks[reading.state];
  return [
    {
      name: 'Now',
      chip: `${cutText(state.resident.get().name, NAME_CHARACTERS)} ${activity.state}`,
      more: short && (short === task ? task : `${short} …`),
      value: withoutBidiControls(occupationText(activity)),
      mark,
      tone,
      provenance: `${withoutBidiControls(detailsText(activity, now))} · ${provenanceText(reading, now)}`,
    },
  ];
}

/**
 * Returns the row with the number of other visitors and of their unread lines. There is no row while there
 * are no other visitors. On a phone in portrait orientation, the chip appears only while there are unread
 * lines.
 */
function visitorsRow({ presence }: PresenceState): HudRow[] {
  const count = presence.count.get();
  if (count === 0) return [];
  const chip = counted(count, 'other');
  const provenance =
    '“Visitors” in the menu lists them. They see you as a light, unless the settings say otherwise.';
  const unread = presence.talk.unread.get();
  const more = unread > 0 ? `here, ${counted(unread, 'new line')}` : 'here';
  return [
    {
      name: 'Visitors',
      chip,
      more,
      value: `${chip} ${more}`,
      mark: '',
      tone: '',
      provenance,
      isExtra: unread === 0,
    },
  ];
}

/** The mark and the tone if a session waits or has failed, so that the owner notices it. */
const sessionMark = ({ waiting, failed }: SessionCounts): readonly [string, Tone] =>
  waiting > 0 ? ['◆', 'middling'] : failed > 0 ? ['✕', 'bad'] : ['', ''];

/** The row with the sessions of the owner's coding agents; no row if they are not known. */
function sessionsRow({ readings }: ReadingsState, now: number): HudRow[] {
  const reading = readings.sessions.get();
  const value = currentValue(reading);
  if (!value) return [];
  const { counts } = value;
  const [first, ...others] = sessionCountText(counts).split(' · ');
  const [mark, tone] = reading.state === 'live' ? sessionMark(counts) : marks[reading.state];
  return [
    {
      name: 'Agent sessions',
      chip: first ?? '',
      more: others.length > 0 ? `· ${others.join(' · ')}` : undefined,
      value: sessionsText(reading),
      mark,
      tone,
      provenance: `${value.sessions.length > 0 ? '“Today” lists them. ' : ''}${provenanceText(reading, now)}`,
    },
  ];
}

export const OFFLINE_TEXT = 'Readings keep their last values until the network is back.';

/** The row that says whether there is a network. The row has a chip only while there is none. */
function networkRow(state: PageState): HudRow {
  const isFine = state.online.get();
  const value = isFine ? 'Online' : 'Offline';
  return {
    name: 'Network',
    chip: value,
    value,
    mark: '◌',
    tone: 'middling',
    provenance: OFFLINE_TEXT,
    isFine,
  };
}

/**
 * Returns the readings of the header, with the texts of `data/readings/format.ts`: first problems, then who
 * waits, what is being done, and the others. Reads signals and changes nothing.
 */
export function hudRows(state: HudState): readonly HudRow[] {
  const now = state.now.get();
  const reading = <T>(
    name: string,
    from: Reading<T>,
    value: string,
    say: (value: T) => Chip & Pick<HudRow, 'isExtra'>,
  ): HudRow => {
    const [mark, tone] = marks[from.state];
    return {
      name,
      ...chipOf(name, from, value, say),
      value,
      mark,
      tone,
      provenance: provenanceText(from, now),
    };
  };
  const agents = state.derived.agents.get();
  const weather = state.readings.weather.get();
  const height = state.readings.blockHeight.get();
  const technical = [networkRow(state), worldRow(state), bridgeRow(state)];
  return [
    ...technical.filter(({ isFine }) => !isFine),
    ...sessionsRow(state, now),
    ...activityRow(state, now),
    reading('Agents', agents, agentsText(agents, state.derived.activeNow.get()), (of) => ({
      chip: activeCount(of),
      more: 'active today',
    })),
    sovereigntyRow(state, now),
    ...(isOff(weather)
      ? []
      : [
          reading('Weather', weather, weatherText(weather), (of) => ({
            chip: `${Math.round(of.temperatureF)} °F`,
            more: of.label.toLowerCase(),
          })),
        ]),
    ...(isOff(height)
      ? []
      : [
          reading('Block height', height, blockText(height), (of) => ({
            chip: of.toLocaleString('en'),
            isExtra: true,
          })),
        ]),
    ...visitorsRow(state),
    ...technical.filter(({ isFine }) => isFine),
  ];
}
