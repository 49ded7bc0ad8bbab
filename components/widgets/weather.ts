import { type TemplateResult, html } from 'lit';
import type { Reading } from '../../data/readings/reading.ts';
import type { Weather } from '../../data/readings/records.ts';
import { weather } from '../../data/readings/sources/weather.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { weatherText } from '../../data/readings/format-weather.ts';
import { define } from './define-when-present.ts';
import { ReadingElement } from './reading-element.ts';

/** The weather at the home: temperature and sky. */
export class WeatherElement extends ReadingElement<Weather> {
  protected override readonly heading = 'Weather';
  protected override readonly sources = () => [weather];

  protected override readingOf(state: HomeState) {
    return state.readings.weather.get();
  }

  protected override renderBody(reading: Reading<Weather>): TemplateResult {
    return html`<p class="figure" part="figure">${weatherText(reading, /C/i.test(this.units ?? ''))}</p>`;
  }
}

define('hw-weather', WeatherElement);
