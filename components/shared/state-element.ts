import { consume } from '@lit/context';
import { LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { stateContext } from './context.ts';
import { SignalElement } from './signal-element.ts';

/**
 * An element that shows the state of the home it stands in: it takes it from its provider, or from its property, renders
 * nothing before it has it, and again when a signal it read changes.
 */
export abstract class StateElement extends SignalElement(LitElement) {
  /** Set by the nearest provider; may be set by hand. */
  @consume({ context: stateContext, subscribe: true })
  @property({ attribute: false })
  state?: State;

  protected abstract renderState(state: State): unknown;

  protected override render(): unknown {
    return this.state ? this.renderState(this.state) : nothing;
  }
}
