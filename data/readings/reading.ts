/** The origin of a value. */
export interface Origin {
  /** Its name for people: “weather, api.open-meteo.com”. */
  readonly source: string;
  /** The value is replayed from a recording, for example in a demo. */
  readonly recorded?: true;
  /** For a value of a past moment, that moment in words: “08:40 of 21 Nov, time-lapse”. */
  readonly moment?: string;
}

interface Answer<T> {
  readonly value: T;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** What is wrong, in plain words. */
  readonly cause: string;
}
type Field = keyof Answer<unknown>;

/** A state whose readings have the fields `Always`, and optionally the fields `Maybe`. */
type In<State, T, Always extends Field, Maybe extends Field = never> = Origin & {
  readonly state: State;
} & { readonly [F in Always]: Answer<T>[F] } & { readonly [F in Maybe]?: Answer<T>[F] | undefined } & {
  readonly [F in Exclude<Field, Always | Maybe>]?: undefined;
};

/**
 * All values from outside have this type, so that the 3D panel, the 2D row, the widget and the resident's
 * answer say the same (docs/architecture.md, “One reading”).
 *
 * - `loading`: there was no answer yet.
 * - `live`: the last request succeeded. `cause` names those of several repositories that fail.
 * - `stale`: the value is older than it should be, because the last request failed, the page was hidden, or
 * the gateway has only an old answer.
 * - `empty`: the source has answered, and has no value.
 * - `error`: the last request failed, and there is no earlier value (docs/decisions/0003).
 * - `offline`: there is no network; `value` is the last good one, if any.
 */
export type Reading<T> =
  | In<'loading', T, never>
  | In<'live', T, 'value' | 'fetchedAt', 'cause'>
  | In<'stale', T, Field>
  | In<'empty', T, 'fetchedAt', 'cause'>
  | In<'error', T, 'cause'>
  | In<'offline', T, 'cause', 'value' | 'fetchedAt'>;

export type ReadingState = Reading<unknown>['state'];

export const loading = <T>(origin: Origin): Reading<T> => ({ state: 'loading', ...origin });

/** The origin of a reading, for another reading with the same origin. */
export const originOf = (reading: Reading<unknown>): Origin => {
  const { state: _state, value: _value, fetchedAt: _fetchedAt, cause: _cause, ...origin } = reading;
  return origin;
};

/** The cause of a reading whose source the owner has switched off. */
export const NOT_CONFIGURED = 'not configured';
/** The cause of a reading that only the owner sees. */
export const PRIVATE = 'private: only the owner of this home sees it';
export const isOff = ({ state, cause }: Reading<unknown>): boolean =>
  state === 'empty' && cause === NOT_CONFIGURED;

/** The value to show, also of a stale or offline reading. */
export const currentValue = <T>(reading: Reading<T>): T | undefined => reading.value;

/** The reading after a failure of its source: `stale` with the last value, or `error` without one. */
export function afterTrouble<T>(reading: Reading<T>, cause: string): Reading<T> {
  const { value, fetchedAt } = reading;
  const origin = originOf(reading);
  return value === undefined || fetchedAt === undefined
    ? { ...origin, state: 'error', cause }
    : { ...origin, state: 'stale', value, fetchedAt, cause };
}

/** The reading with another value. If `change` returns `undefined`, the reading is empty. */
export function mapReading<T, U>(reading: Reading<T>, change: (value: T) => U | undefined): Reading<U> {
  switch (reading.state) {
    case 'loading':
    case 'empty':
    case 'error':
      return reading;
    case 'live':
    case 'stale': {
      const value = change(reading.value);
      return value === undefined
        ? { ...originOf(reading), state: 'empty', fetchedAt: reading.fetchedAt }
        : { ...reading, value };
    }
    case 'offline':
      return { ...reading, value: reading.value === undefined ? undefined : change(reading.value) };
  }
}
