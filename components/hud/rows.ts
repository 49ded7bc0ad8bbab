import { type Reading, type ReadingState, currentValue } from '../../data/readings/reading.ts';
import type { AgentActivity } from '../../data/readings/records.ts';
import type { BridgeStatus } from '../../data/chat/chat-state.ts';
import type { State } from '../../data/state.ts';
import type { WorldStatus } from '../../data/world-state.ts';
import { DASH, ERROR, blockText, provenanceText, weatherText } from '../../data/readings/format.ts';
import { sovereigntyPartsText, sovereigntyTexts } from '../../data/readings/format-sovereignty.ts';

/** The colour of a mark. */
export type Tone = 'good' | 'middling' | 'bad' | '';

/** One row of the HUD, ready to render. */
export interface HudRow {
  /** The full name, for screen readers and the tooltip. */
  readonly name: string;
  /** The name that fits on a phone. */
  readonly short: string;
  /**
   * What a phone leaves out: the name of a value that explains itself, or the whole row where the
   * page shows it anyway.
   */
  readonly onPhone?: 'value' | 'hidden';
  /** The reading in words. */
  readonly value: string;
  /** One character whose shape shows the state; the colour only repeats it. */
  readonly mark: string;
  readonly tone: Tone;
  /** Source, age and cause. */
  readonly provenance: string;
}

/** By the state of a reading: a filled circle is live, a half one is stale, a cross has failed. */
const marks: Record<ReadingState, readonly [string, Tone]> = {
  loading: ['·', ''],
  live: ['●', 'good'],
  stale: ['◐', 'middling'],
  empty: ['○', ''],
  error: ['✕', 'bad'],
  offline: ['◌', 'middling'],
};

/** By the level of sovereignty. */
const levelMarks: Record<string, readonly [string, Tone]> = {
  high: ['▲', 'good'],
  mid: ['■', 'middling'],
  low: ['▼', 'bad'],
};

/** As in `2 of 5 working`. */
function workingText(reading: Reading<readonly AgentActivity[]>): string {
  if (reading.state === 'error') return ERROR;
  const agents = currentValue(reading);
  if (!agents) return reading.state === 'empty' ? 'none known' : DASH;
  return `${agents.filter(({ status }) => status === 'working').length} of ${agents.length} working`;
}

/** Value, mark and tone by the state of the bridge. */
const bridgeTexts: Record<BridgeStatus['state'], readonly [string, string, Tone]> = {
  off: ['off', '○', ''],
  connecting: ['connecting', '◌', 'middling'],
  open: ['open', '●', 'good'],
  waiting: ['waiting', '◐', 'middling'],
};

/** Mark and tone by the phase of the world. */
const worldMarks: Record<WorldStatus['phase'], readonly [string, Tone]> = {
  waiting: ['·', ''],
  loading: ['◌', 'middling'],
  ready: ['●', 'good'],
  lost: ['◐', 'middling'],
  unavailable: ['○', ''],
};

/**
 * The percentage and its label. While the reading is not live its mark shows that, otherwise its
 * level.
 */
function sovereigntyRow(state: State, now: number): HudRow {
  const reading = state.readings.sovereignty.get();
  const { score, label, level } = sovereigntyTexts(reading);
  const [mark, tone] = levelMarks[level] ?? marks[reading.state];
  const value = score === label ? score : `${score} ${label}`;
  return {
    name: 'Sovereignty',
    short: 'Sovereignty',
    value,
    mark,
    tone,
    provenance: [sovereigntyPartsText(reading), provenanceText(reading, now)].filter(Boolean).join('. '),
  };
}

/** The quality the world is drawn at, or how far it is loaded. Phones leave it out. */
function worldRow(state: State): HudRow {
  const { phase, progress, note } = state.world.status.get();
  const [mark, tone] = worldMarks[phase];
  const quality = state.world.quality.get();
  const value = phase === 'ready' ? quality : phase === 'loading' ? `${Math.floor(progress * 100)} %` : phase;
  const provenance = phase === 'ready' ? `drawn at ${quality} quality` : note || 'not drawn yet';
  return { name: 'World', short: 'World', value, mark, tone, provenance, onPhone: 'hidden' };
}

/** Whether the resident can be reached, and whether a model is attached. */
function bridgeRow(state: State): HudRow {
  const bridge = state.bridge.get();
  const [value, mark, tone] = bridgeTexts[bridge.state];
  const { name, attached } = state.resident.get();
  const answering = `${name} answers${attached ? '' : ', no model attached'}`;
  const provenance = bridge.cause ?? (bridge.state === 'open' ? answering : 'no connection to the resident');
  return { name: 'Bridge', short: 'Bridge', value, mark, tone, provenance };
}

/**
 * The six rows of the HUD, in the words of `data/readings/format.ts`. Pure: it reads signals and
 * changes nothing.
 */
export function hudRows(state: State): readonly HudRow[] {
  const now = state.now.get();
  const reading = <T>(
    name: string,
    short: string,
    from: Reading<T>,
    say: (from: Reading<T>) => string,
    more: Pick<HudRow, 'onPhone'> = {},
  ): HudRow => {
    const [mark, tone] = marks[from.state];
    // `ERROR` or a dash alone does not say what is missing: the name stays beside it.
    const explained = from.state !== 'error' && currentValue(from) !== undefined ? more : {};
    return { name, short, value: say(from), mark, tone, provenance: provenanceText(from, now), ...explained };
  };
  return [
    sovereigntyRow(state, now),
    reading('Agents', 'Agents', state.derived.agents.get(), workingText, { onPhone: 'value' }),
    reading('Weather', 'Weather', state.readings.weather.get(), weatherText, { onPhone: 'value' }),
    reading('Block height', 'Block', state.readings.blockHeight.get(), blockText),
    worldRow(state),
    bridgeRow(state),
  ];
}
