import { type TemplateResult, html } from 'lit';
import type { Signal } from '../../data/core/signal.ts';
import { controlIcons } from './control-icons.ts';

/** The cross in the head of a panel. `label` names what it closes, as in `Close the chat`. */
export const closeButton = (label: string, open: Signal<boolean>): TemplateResult =>
  html`<button type="button" class="icon" aria-label=${label} @click=${() => open.set(false)}>
    ${controlIcons.close}
  </button>`;
