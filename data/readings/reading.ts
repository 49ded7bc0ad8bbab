/** Where a value comes from. */
export interface Origin {
  /** What a person would call it: “weather, api.open-meteo.com”. */
  readonly source: string;
  /** It is replayed from a recording, as in a demo. */
  readonly recorded?: true;
  /** The value is that of a past moment, in words: “08:40 of 21 Nov, time-lapse”. */
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

/** A state whose readings have the fields `Always`, may have the fields `Maybe`, and no others. */
type In<State, T, Always extends Field, Maybe extends Field = never> = Origin & {
  readonly state: State;
} & { readonly [F in Always]: Answer<T>[F] } & { readonly [F in Maybe]?: Answer<T>[F] | undefined } & {
  readonly [F in Exclude<Field, Always | Maybe>]?: undefined;
};

/**
 * Every value from outside has this one shape, so that the 3D panel, the 2D row, the widget and the
 * resident's answer say the same about it (docs/architecture.md, “One reading”).
 *
 * - `loading`: never answered yet.
 * - `live`: the last request succeeded.
 * - `stale`: a value, but older than it should be: the last request failed, the page was hidden, or the
 *   gateway itself only has an old answer.
 * - `empty`: the source answered, and truthfully has nothing.
 * - `error`: the last request failed, and there is no earlier value to show (docs/decisions/0003).
 * - `offline`: there is no network; `value` is the last good one, if there ever was one.
 */
export type Reading<T> =
  | In<'loading', T, never>
  | In<'live', T, 'value' | 'fetchedAt'>
  | In<'stale', T, Field>
  | In<'empty', T, 'fetchedAt', 'cause'>
  | In<'error', T, 'cause'>
  | In<'offline', T, 'cause', 'value' | 'fetchedAt'>;

export type ReadingState = Reading<unknown>['state'];

export const loading = <T>(origin: Origin): Reading<T> => ({ state: 'loading', ...origin });

/** The origin of a reading, to make another reading with it. */
export const originOf = (reading: Reading<unknown>): Origin => {
  const { state: _state, value: _value, fetchedAt: _fetchedAt, cause: _cause, ...origin } = reading;
  return origin;
};

/** The cause of a reading whose source the owner has switched off. */
export const NOT_CONFIGURED = 'not configured';
export const isOff = ({ state, cause }: Reading<unknown>): boolean =>
  state === 'empty' && cause === NOT_CONFIGURED;

/** The value to draw, also of a stale or offline reading. */
export const currentValue = <T>(reading: Reading<T>): T | undefined => reading.value;

/** The reading after trouble at its source: the last value as stale, or an error where there is none. */
export function afterTrouble<T>(reading: Reading<T>, cause: string): Reading<T> {
  const { value, fetchedAt } = reading;
  const origin = originOf(reading);
  return value === undefined || fetchedAt === undefined
    ? { ...origin, state: 'error', cause }
    : { ...origin, state: 'stale', value, fetchedAt, cause };
}

/** The same reading with another value. `undefined` from `change` means empty. */
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
