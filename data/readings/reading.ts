/**
 * Every outside value has this one shape, so that the 3D panel, the 2D row, the widget and the resident's answer
 * say the same thing about it (docs/architecture.md, "One reading").
 *
 * - `loading`: never answered yet.
 * - `live`: the last request succeeded.
 * - `stale`: a value, but older than it should be (the page was hidden, or the gateway itself only has an old answer).
 * - `empty`: the source answered, and truthfully has nothing.
 * - `error`: the last request failed; `value` is the last good one, if there ever was one.
 * - `offline`: the browser has no network; `value` likewise.
 *
 * A reading with a `moment` shows its value as it was then, in words ("08:40 of 21 Nov, time-lapse").
 */
export type Reading<T> =
  | {
      readonly state: 'loading';
      readonly moment?: undefined;
      readonly source: string;
      readonly value?: undefined;
      readonly fetchedAt?: undefined;
      readonly cause?: undefined;
    }
  | {
      readonly state: 'live';
      readonly moment?: string;
      readonly source: string;
      readonly value: T;
      readonly fetchedAt: number;
      readonly cause?: undefined;
    }
  | {
      readonly state: 'stale';
      readonly moment?: string;
      readonly source: string;
      readonly value: T;
      readonly fetchedAt: number;
      readonly cause: string;
    }
  | {
      readonly state: 'empty';
      readonly moment?: string;
      readonly source: string;
      readonly value?: undefined;
      readonly fetchedAt: number;
      readonly cause?: string;
    }
  | {
      readonly state: 'error';
      readonly moment?: string;
      readonly source: string;
      readonly value?: T | undefined;
      readonly fetchedAt?: number | undefined;
      readonly cause: string;
    }
  | {
      readonly state: 'offline';
      readonly moment?: string;
      readonly source: string;
      readonly value?: T | undefined;
      readonly fetchedAt?: number | undefined;
      readonly cause: string;
    };

export type ReadingState = Reading<unknown>['state'];

/** `source` is what a person would call it ("weather, api.open-meteo.com"), `fetchedAt` is milliseconds since the epoch. */
export const loading = <T>(source: string): Reading<T> => ({ state: 'loading', source });

/** The value to draw: of a live or stale reading always, of an offline one if there was one, of a failed one never. */
export const currentValue = <T>(reading: Reading<T>): T | undefined =>
  reading.state === 'error' ? undefined : reading.value;

/** The same reading with its value replaced: what derived readings are made with. `undefined` from `change` means empty. */
export function mapReading<T, U>(reading: Reading<T>, change: (value: T) => U | undefined): Reading<U> {
  const { source } = reading;
  switch (reading.state) {
    case 'loading':
      return { state: 'loading', source };
    case 'empty':
      return reading;
    case 'live':
    case 'stale': {
      const value = change(reading.value);
      if (value === undefined) {
        const { fetchedAt, moment } = reading;
        return { state: 'empty', source, fetchedAt, ...(moment !== undefined && { moment }) };
      }
      return { ...reading, value };
    }
    case 'error':
    case 'offline':
      return { ...reading, value: reading.value === undefined ? undefined : change(reading.value) };
  }
}
