import type { Signal } from '@lit-labs/signals';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { ReadingName } from '../../../../data/readings/readings-state.ts';
import type { State } from '../../../../data/state.ts';

/** Sets every reading that is served to other pages. Each text must be escaped. */
export function setReadings({ readings, config }: State, now: number): void {
  const live = <T>(reading: Signal.State<Reading<T>>, value: T): void =>
    reading.set({ state: 'live', source: 'x', fetchedAt: now, value });
  live(readings.weather, { temperatureF: 71.7, code: 1, label: 'Clear' });
  live(readings.blockHeight, 698_767);
  live(readings.sovereignty, {
    score: 85,
    label: 'own <b>',
    parts: [{ name: 'pages', own: true, where: '', why: 'Its own.' }],
  });
  live(
    readings.commits,
    Array.from({ length: 8 }, (_, index) => ({
      sha: `${index}`.repeat(40),
      author: 'Ada & Co',
      authoredAt: now - index,
      title: '<script>alert("x")</script>',
    })),
  );
  live(readings.merged, [{ number: 7, title: 'a ]]> b ]]><i>', author: 'Ada & Co', mergedAt: now - 1_000 }]);
  live(readings.adapters, [{ name: 'review', status: 'active' }]);
  const given = config.get();
  config.set({ ...given, codeHost: { ...given.codeHost, agents: ['Ada & Co', 'j.d@…'] } });
}

/** Every reading, of whatever type. */
export const everyReading = ({ readings }: State): readonly Signal.State<Reading<unknown>>[] =>
  (Object.keys(readings) as ReadingName[]).map((name) => readings[name] as Signal.State<Reading<unknown>>);

/** Makes every reading fail. */
export function failReadings(state: State): void {
  state.config.set({ ...state.config.get(), relays: ['wss://x'] });
  const counts = { accepted: 0, rejected: 0, dropped: 0 };
  state.relay.relays.set([{ url: 'wss://x', state: 'waiting', cause: 'x is down', ...counts }]);
  for (const reading of everyReading(state)) reading.set({ state: 'error', source: 'x', cause: 'x is down' });
}
