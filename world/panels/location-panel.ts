import { placeHeadline } from '../../data/readings/headlines.ts';
import { type Reading, isOff } from '../../data/readings/reading.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { blockText } from '../../data/readings/format.ts';
import { localTimeOf, placeText, weatherText } from '../../data/readings/format-weather.ts';
import type { ColorName } from '../../theme/theme.ts';
import type { PanelRow } from './panel-layout.ts';
import { homePanel } from './panel-module.ts';

type StateSlice = ConfigState & ReadingsState;

/** Only a live figure is set in the full text colour. */
const colorOf = ({ state }: Reading<unknown>): ColorName =>
  state === 'error' ? 'error' : state === 'live' ? 'text' : 'textQuiet';

/**
 * The weather at the home's location and the block height, in large text, each with a description. Below the
 * weather is the local time if the time zone is known. Sources that are not configured are left out, except
 * for the place.
 */
function placePanelRows({ config, readings }: StateSlice, now: number): PanelRow[] {
  const weather = readings.weather.get();
  const block = readings.blockHeight.get();
  const place = placeText(config.get().weather);
  const time = localTimeOf(config.get().weather, now);
  // The panel has room for two figures only, so the time is in small text.
  const there = time && `${time.clock}, ${time.day}, ${place}`;
  return [
    isOff(weather)
      ? { text: there ?? place }
      : {
          text: weatherText(weather),
          color: colorOf(weather),
          figure: true,
          detail: there ?? `weather at ${place}`,
        },
    ...(isOff(block)
      ? []
      : [{ text: blockText(block), color: colorOf(block), figure: true, detail: 'block height' }]),
  ];
}

export const locationPanel = homePanel({
  name: 'place-board',
  note: 'weather and block height',
  viewpoint: 'place',
  title: 'Place and time',
  slot: 3,
  readings: [({ readings }) => readings.weather.get(), ({ readings }) => readings.blockHeight.get()],
  awaits: 'Weather and block height are not configured.',
  headline: ({ config, readings }) =>
    placeHeadline(readings.weather.get(), readings.blockHeight.get(), config.get().weather),
  rows: placePanelRows,
});
