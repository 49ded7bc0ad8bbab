/**
 * Reads what the home needs of an export in OTLP as JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
 * Of a record, only the attributes that are named here are read: an export may contain prompts, commands and the
 * address of a person.
 */
import type { Tokens } from '../../data/usage/usage.ts';
import { cleanLine, cutText } from '../../data/core/text.ts';

/** Of one export. Codex sends 640 kB of counters after a session of a minute. */
export const MAX_EXPORT_BYTES = 4 * 1024 * 1024;

/** The figures that a day is made of. */
export type Figure = keyof Tokens | 'dollars';

interface Sent {
  readonly harness: string;
  /** The id that the program gave the session. */
  readonly session: string;
  /** Empty if the record does not name it. */
  readonly model: string;
  /** When it happened, in milliseconds since the epoch by the clock of the sender; undefined without a time. */
  readonly at: number | undefined;
  /**
   * Identifies the record within its session. A repeated export has the same value, and no other record has
   * it.
   */
  readonly identity: string;
}

/** A request to a model. */
export interface SentRequest extends Sent {
  readonly tokens: Tokens;
  /** Undefined if the program does not tell the price. */
  readonly dollars: number | undefined;
}

/** A point of a counter. */
export interface SentCounter extends Sent {
  /** The figures to which the value is added, or from which it is subtracted. */
  readonly figures: readonly (readonly [figure: Figure, sign: 1 | -1])[];
  readonly value: number;
  /** Whether the value contains what was sent before. */
  readonly isCumulative: boolean;
}

export interface Export<T> {
  readonly records: T[];
  /** How many records about usage cannot be read, and why the first of them cannot. */
  readonly refused: number;
  readonly reason: string;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** More than one request or one minute can use. */
const MAX_TOKENS = 1e9;
const MAX_DOLLARS = 1e5;
/** The same characters as in the id of a session that a hook reports. */
const SESSION = /^[\w.:-]{1,128}$/;
const MAX_MODEL = 80;

/** The value of an attribute. Claude Code sends numbers as texts, others as numbers. */
function plainValue(value: unknown): string | undefined {
  const { stringValue, intValue, doubleValue } = fieldsOf(value);
  const found = stringValue ?? intValue ?? doubleValue;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** The attributes with these names. */
function attributesOf(of: Fields, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const attribute of listOf(of['attributes'])) {
    const { key, value } = fieldsOf(attribute);
    const text = typeof key === 'string' && names.has(key) ? plainValue(value) : undefined;
    if (typeof key === 'string' && text !== undefined) found.set(key, text);
  }
  return found;
}

/** A problem of one record. */
class Unreadable extends Error {}

/** A number from 0 to `max`; undefined without one. */
function numberIn(text: string | undefined, max: number, name: string): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  if (value >= 0 && value <= max) return value;
  throw new Unreadable(`${name} has to be a number from 0 to ${max}`);
}

function wholeIn(text: string | undefined, name: string): number {
  const value = numberIn(text, MAX_TOKENS, name) ?? 0;
  if (Number.isInteger(value)) return value;
  throw new Unreadable(`${name} has to be a whole number`);
}

/** Nanoseconds since the epoch as milliseconds; undefined without a time. */
function millisecondsOf(nanos: unknown): number | undefined {
  const text = typeof nanos === 'number' ? nanos.toFixed(0) : textOf(nanos);
  const value = /^\d{7,20}$/.test(text) ? Number(text.slice(0, -6)) : 0;
  return value > 0 && value <= 8.64e15 ? value : undefined;
}

/** The model without the size of its context: Claude Code writes `claude-opus-4-6[1m]` in counters only. */
const modelOf = (name = ''): string => cutText(cleanLine(name.replace(/\[[^\]]*\]$/, '')), MAX_MODEL);

function sessionIn(text: string | undefined, name: string): string {
  if (text !== undefined && SESSION.test(text)) return text;
  throw new Unreadable(
    text === undefined ? `${name} is missing` : `${name} has 1 to 128 letters, digits, “_”, “.”, “:” and “-”`,
  );
}

/** How a program names what its records have. */
interface RequestNames {
  readonly harness: string;
  readonly session: string;
  readonly input: string;
  readonly output: string;
  readonly cacheRead: string;
  readonly cacheWrite?: string;
  /** Whether the input contains what was read from the cache, and written to it. */
  readonly inputHasCache: boolean;
  /** More input and output. */
  readonly moreInput?: string;
  readonly moreOutput?: string;
  readonly dollars?: string;
}

const claudeCode: RequestNames = {
  harness: 'Claude Code',
  session: 'session.id',
  input: 'input_tokens',
  output: 'output_tokens',
  cacheRead: 'cache_read_tokens',
  cacheWrite: 'cache_creation_tokens',
  inputHasCache: false,
  dollars: 'cost_usd',
};
const codex: RequestNames = {
  harness: 'Codex',
  session: 'conversation.id',
  input: 'input_token_count',
  // It contains the tokens of reasoning.
  output: 'output_token_count',
  cacheRead: 'cached_token_count',
  cacheWrite: 'cache_write_token_count',
  inputHasCache: true,
};
const gemini: RequestNames = {
  harness: 'Gemini CLI',
  session: 'session.id',
  input: 'input_token_count',
  output: 'output_token_count',
  cacheRead: 'cached_content_token_count',
  inputHasCache: true,
  moreInput: 'tool_token_count',
  moreOutput: 'thoughts_token_count',
};

/** What tells a record of the same session from another one. */
const IDENTITY = ['event.timestamp', 'event.sequence', 'request_id', 'prompt_id', 'prompt.id', 'duration_ms'];

const LOG_ATTRIBUTES = new Set([
  'event.name',
  'event.kind',
  'model',
  ...IDENTITY,
  ...[claudeCode, codex, gemini].flatMap(({ harness: _harness, inputHasCache: _has, ...names }) =>
    Object.values(names),
  ),
]);

/** The program whose request this record is about; undefined for all other records. */
function programOf(
  found: ReadonlyMap<string, string>,
  body: string,
  scope: string,
): RequestNames | undefined {
  const name = found.get('event.name') ?? body;
  const isClaude = name === 'api_request' && scope.startsWith('com.anthropic.claude_code');
  if (name === 'claude_code.api_request' || body === 'claude_code.api_request' || isClaude) return claudeCode;
  if (name === 'gemini_cli.api_response') return gemini;
  // Codex sends two records for each answer. Only one of them has the tokens.
  const isAnswer = name === 'codex.sse_event' && found.get('event.kind') === 'response.completed';
  return isAnswer && found.has(codex.input) ? codex : undefined;
}

function requestOf(names: RequestNames, found: ReadonlyMap<string, string>, record: Fields): SentRequest {
  const whole = (name: string | undefined): number =>
    name === undefined ? 0 : wholeIn(found.get(name), name);
  const [cacheRead, cacheWrite] = [whole(names.cacheRead), whole(names.cacheWrite)];
  const cached = names.inputHasCache ? cacheRead + cacheWrite : 0;
  const stamp = Date.parse(found.get('event.timestamp') ?? '');
  const time = millisecondsOf(record['timeUnixNano']) ?? millisecondsOf(record['observedTimeUnixNano']);
  return {
    harness: names.harness,
    session: sessionIn(found.get(names.session), names.session),
    model: modelOf(found.get('model')),
    at: Number.isNaN(stamp) ? time : stamp,
    tokens: {
      input: Math.max(0, whole(names.input) - cached) + whole(names.moreInput),
      output: whole(names.output) + whole(names.moreOutput),
      cacheRead,
      cacheWrite,
    },
    dollars:
      names.dollars === undefined
        ? undefined
        : numberIn(found.get(names.dollars), MAX_DOLLARS, names.dollars),
    identity: JSON.stringify([
      record['timeUnixNano'],
      record['observedTimeUnixNano'],
      [...found].sort(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  };
}

/** Collects records, and counts those that cannot be read. */
class Collection<T> implements Export<T> {
  readonly records: T[] = [];
  refused = 0;
  reason = '';

  add(read: () => T | undefined): void {
    try {
      const record = read();
      if (record !== undefined) this.records.push(record);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.refused++;
      this.reason ||= error.message;
    }
  }
}

/** The requests in an export of logs. */
export function readLogs(json: unknown): Export<SentRequest> {
  const collection = new Collection<SentRequest>();
  for (const resource of listOf(fieldsOf(json)['resourceLogs']))
    for (const scoped of listOf(fieldsOf(resource)['scopeLogs'])) {
      const { scope, logRecords } = fieldsOf(scoped);
      for (const one of listOf(logRecords)) {
        const record = fieldsOf(one);
        const found = attributesOf(record, LOG_ATTRIBUTES);
        const names = programOf(
          found,
          textOf(fieldsOf(record['body'])['stringValue']),
          textOf(fieldsOf(scope)['name']),
        );
        if (names) collection.add(() => requestOf(names, found, record));
      }
    }
  return collection;
}

type Figures = SentCounter['figures'];

/** The kinds of tokens of a counter, by its attribute `type`. */
const counters: Readonly<
  Record<string, { readonly harness: string; readonly types: Readonly<Record<string, Figures>> }>
> = {
  'claude_code.token.usage': {
    harness: 'Claude Code',
    types: {
      input: [['input', 1]],
      output: [['output', 1]],
      cacheRead: [['cacheRead', 1]],
      cacheCreation: [['cacheWrite', 1]],
    },
  },
  'claude_code.cost.usage': { harness: 'Claude Code', types: { '': [['dollars', 1]] } },
  'gemini_cli.token.usage': {
    harness: 'Gemini CLI',
    types: {
      input: [['input', 1]],
      output: [['output', 1]],
      thought: [['output', 1]],
      tool: [['input', 1]],
      // The input of Gemini contains what was read from the cache.
      cache: [
        ['cacheRead', 1],
        ['input', -1],
      ],
    },
  },
};

const DELTA = 1;
const CUMULATIVE = 2;
/** The names that OTLP has for them in JSON, besides the numbers. */
const temporalities: Readonly<Record<string, number>> = {
  AGGREGATION_TEMPORALITY_DELTA: DELTA,
  AGGREGATION_TEMPORALITY_CUMULATIVE: CUMULATIVE,
};

const POINT_ATTRIBUTES = new Set(['session.id', 'model', 'type']);

function counterOf(
  name: string,
  point: Fields,
  { temporality, every }: { readonly temporality: unknown; readonly every: string },
): SentCounter | undefined {
  const known = counters[name];
  const found = attributesOf(point, POINT_ATTRIBUTES);
  const type = found.get('type') ?? '';
  const figures = known && Object.hasOwn(known.types, type) ? known.types[type] : undefined;
  if (!known || !figures) return undefined;
  const kind = temporalities[String(temporality)] ?? temporality;
  if (kind !== DELTA && kind !== CUMULATIVE) throw new Unreadable(`${name} has no temporality`);
  const isCumulative = kind === CUMULATIVE;
  const isMoney = name.endsWith('.cost.usage');
  const sent = point['asDouble'] ?? point['asInt'];
  const value = numberIn(
    typeof sent === 'string' || typeof sent === 'number' ? String(sent) : undefined,
    isMoney ? MAX_DOLLARS : MAX_TOKENS * (isCumulative ? 1e3 : 1),
    name,
  );
  if (value === undefined) throw new Unreadable(`${name} has no value`);
  // All attributes tell one series from another, such as main agent and sub-agents. They are not kept.
  const series = [name, every, JSON.stringify(point['attributes']), point['startTimeUnixNano']];
  return {
    harness: known.harness,
    session: sessionIn(found.get('session.id'), 'session.id'),
    model: modelOf(found.get('model')),
    at: millisecondsOf(point['timeUnixNano']),
    figures,
    value,
    isCumulative,
    identity: JSON.stringify(isCumulative ? series : [...series, point['timeUnixNano'], value]),
  };
}

/** The points of counters in an export of metrics. */
export function readMetrics(json: unknown): Export<SentCounter> {
  const collection = new Collection<SentCounter>();
  for (const one of listOf(fieldsOf(json)['resourceMetrics'])) {
    const { resource, scopeMetrics } = fieldsOf(one);
    for (const scoped of listOf(scopeMetrics))
      for (const metric of listOf(fieldsOf(scoped)['metrics'])) {
        const { name, sum } = fieldsOf(metric);
        if (typeof name !== 'string' || !Object.hasOwn(counters, name)) continue;
        const { aggregationTemporality: temporality, dataPoints } = fieldsOf(sum);
        const every = JSON.stringify(fieldsOf(resource)['attributes']);
        for (const point of listOf(dataPoints))
          collection.add(() => counterOf(name, fieldsOf(point), { temporality, every }));
      }
  }
  return collection;
}
