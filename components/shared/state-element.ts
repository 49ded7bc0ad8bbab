import { consume, createContext } from '@lit/context';
import { nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { SignalElement } from './signal-element.ts';

/** The context in which elements get the state of their home (context protocol). */
export const stateContext = createContext<State>(Symbol('home-world-state'));

/**
 * An element that shows the state of its home. It gets the state from the nearest provider or from its
 * property, renders nothing until it has the state, and renders again when a signal that it read changes.
 */
export abstract class StateElement extends SignalElement {
  /** Set by the nearest provider, or by hand. */
  @consume({ context: stateContext, subscribe: true })
  @property({ attribute: false })
  state?: State;

  /** Renders with the state. A change of a signal that is read here causes another render. */
  protected abstract renderState(state: State): unknown;

  protected override render(): unknown {
    return this.state ? this.renderState(this.state) : nothing;
  }
}
