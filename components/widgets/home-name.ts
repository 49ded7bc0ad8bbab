import { type TemplateResult, html } from 'lit';
import type { HomeState } from '../../data/apps/home-state.ts';
import { define } from './define-when-present.ts';
import { HomeElement } from './home-element.ts';

/**
 * The name of the home, as text inside a heading; until it is known, the element's own children.
 */
export class HomeNameElement extends HomeElement {
  static override styles = [];
  /** It has no panel, so it has no heading. */
  protected override readonly heading = '';
  protected override readonly sources = () => [];

  protected override renderHome(state: HomeState): TemplateResult {
    return html`${state.config.get().appName}`;
  }

  protected override renderPanel(): TemplateResult {
    return html`<slot></slot>`;
  }
}

define('hw-home-name', HomeNameElement);
