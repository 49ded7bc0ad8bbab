import type { TemplateResult } from 'lit';
import type { Reading } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import { provenanceText } from '../../data/readings/format.ts';
import { HomeElement } from './home-element.ts';

/** A widget that shows one reading, with its source and age below. */
export abstract class ReadingElement extends HomeElement {
  /** The reading that the foot line is about. */
  protected abstract readingOf(state: State): Reading<unknown>;

  /** What is between the heading and the foot line. */
  protected abstract renderBody(state: State): TemplateResult;

  protected override renderHome(state: State): TemplateResult {
    const reading = this.readingOf(state);
    return this.renderPanel(this.renderBody(state), provenanceText(reading, state.now.get()), reading.state);
  }
}
