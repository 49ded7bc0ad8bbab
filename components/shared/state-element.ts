import { consume, createContext } from '@lit/context';
import { nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { SignalElement } from './signal-element.ts';

/** How elements get the state of the home they are in (context protocol). */
export const stateContext = createContext<State>(Symbol('home-world-state'));

/**
 * An element that shows the state of the home it is in. It takes the state from the nearest
 * provider or from its property, renders nothing until it has it, and renders again when a signal
 * that it read changes.
 */
export abstract class StateElement extends SignalElement {
  /** Set by the nearest provider; may be set by hand. */
  @consume({ context: stateContext, subscribe: true })
  @property({ attribute: false })
  state?: State;

  /** What to render with a state; signals read here cause the next render. */
  protected abstract renderState(state: State): unknown;

  protected override render(): unknown {
    return this.state ? this.renderState(this.state) : nothing;
  }
}
