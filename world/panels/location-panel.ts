import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import { blockText } from '../../data/readings/format.ts';
import { placeText, weatherText } from '../../data/readings/format-weather.ts';
import type { ColorName } from '../../theme/theme.ts';
import type { PanelHeadline, PanelRow } from './panel-layout.ts';
import { panelModule, withoutValue } from './panel-module.ts';

/** Only a live figure is set in the full text colour. */
const colorOf = ({ state }: Reading<unknown>): ColorName =>
  state === 'error' ? 'error' : state === 'live' ? 'text' : 'textQuiet';

/** The weather where the home stands and the height of the chain, large; under each what it is. */
function placePanelRows({ config, readings }: State): PanelRow[] {
  const weather = readings.weather.get();
  const block = readings.blockHeight.get();
  return [
    {
      text: weatherText(weather),
      color: colorOf(weather),
      figure: true,
      detail: `weather at ${placeText(config.get().weather)}`,
    },
    { text: blockText(block), color: colorOf(block), figure: true, detail: 'block height' },
  ];
}

/** The temperature; the rest of the weather and the block height below it. */
function placeHeadline({ readings }: State): PanelHeadline {
  const weather = readings.weather.get();
  const now = currentValue(weather);
  const block = blockText(readings.blockHeight.get());
  return now
    ? { figure: `${now.temperatureF}°F`, caption: `${now.label} · ${block}` }
    : { figure: withoutValue(weather.state), caption: `block ${block}` };
}

export const { init, update, dispose } = panelModule({
  name: 'place-board',
  title: 'Place and time',
  slot: 3,
  readings: [({ readings }) => readings.weather.get(), ({ readings }) => readings.blockHeight.get()],
  headline: placeHeadline,
  rows: placePanelRows,
});
