import { type TemplateResult, html } from 'lit';
import { controlIcons } from './control-icons.ts';

/** The cross that closes or dismisses something. `label` says what, as in `Close the chat`. */
export const closeButton = (label: string, close: () => void): TemplateResult =>
  html`<button type="button" class="icon" aria-label=${label} @click=${close}>${controlIcons.close}</button>`;
