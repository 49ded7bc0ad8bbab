import { type TemplateResult, html } from 'lit';
import type { Reading } from '../../data/readings/reading.ts';
import { blockHeight } from '../../data/readings/sources/block-height.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { blockText } from '../../data/readings/format.ts';
import { define } from './define-when-present.ts';
import { ReadingElement } from './reading-element.ts';

/** The height of the block chain. */
export class BlockHeightElement extends ReadingElement<number> {
  protected override readonly heading = 'Block height';
  protected override readonly sources = () => [blockHeight];

  protected override readingOf(state: HomeState) {
    return state.readings.blockHeight.get();
  }

  protected override renderBody(reading: Reading<number>): TemplateResult {
    return html`<p class="figure" part="figure">${blockText(reading)}</p>`;
  }
}

define('hw-block-height', BlockHeightElement);
