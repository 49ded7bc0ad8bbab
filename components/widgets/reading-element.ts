import type { TemplateResult } from 'lit';
import type { Reading } from '../../data/readings/reading.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import { provenanceText } from '../../data/readings/format.ts';
import { HomeElement } from './home-element.ts';

/** A widget that shows one reading, with its source and age below. */
export abstract class ReadingElement<T> extends HomeElement {
  /** The reading that the foot line describes. */
  protected abstract readingOf(state: HomeState): Reading<T>;

  override get reading(): Reading<T> | undefined {
    const { view } = this;
    return view.phase === 'ready' ? this.readingOf(view.state) : undefined;
  }

  /** The content between the heading and the foot line. `now` in milliseconds since the epoch, for ages. */
  protected abstract renderBody(reading: Reading<T>, now: number): TemplateResult;

  /** Renders a loading reading without the name of its source, which is unknown until the home is open. */
  protected override renderConnecting(): TemplateResult {
    return this.renderBody({ state: 'loading', source: '' }, 0);
  }

  protected override renderHome(state: HomeState): TemplateResult {
    const reading = this.readingOf(state);
    const now = state.now.get();
    return this.renderPanel(this.renderBody(reading, now), provenanceText(reading, now), reading.state);
  }
}
