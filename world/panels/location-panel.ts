import { type Reading, currentValue, isOff } from '../../data/readings/reading.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { DASH, blockText } from '../../data/readings/format.ts';
import { localTimeOf, placeText, weatherText } from '../../data/readings/format-weather.ts';
import type { ColorName } from '../../theme/theme.ts';
import type { PanelHeadline, PanelRow } from './panel-layout.ts';
import { homePanel, withoutValue } from './panel-module.ts';

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
  // The panel has room for two figures.
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

/** The temperature; the rest of the weather and the block height below it. */
function placeHeadline({ config, readings }: StateSlice): PanelHeadline {
  const weather = readings.weather.get();
  const block = readings.blockHeight.get();
  const now = currentValue(weather);
  const text = isOff(block) ? '' : blockText(block);
  const height = text === DASH ? '' : text;
  if (now)
    return { figure: `${now.temperatureF}°F`, caption: [now.label, height].filter(Boolean).join(' · ') };
  if (isOff(weather)) return { figure: height || DASH, caption: placeText(config.get().weather) };
  return { figure: withoutValue(weather.state), caption: height && `block ${height}` };
}

export const locationPanel = homePanel({
  name: 'place-board',
  note: 'weather and block height',
  viewpoint: 'place',
  title: 'Place and time',
  slot: 3,
  readings: [({ readings }) => readings.weather.get(), ({ readings }) => readings.blockHeight.get()],
  awaits: 'Weather and block height are not configured.',
  headline: placeHeadline,
  rows: placePanelRows,
});
