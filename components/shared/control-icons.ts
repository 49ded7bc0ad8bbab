import { type TemplateResult, html, svg } from 'lit';
import { icon, line } from './icons.ts';

/**
 * Icons of controls inside panels and bars. They have their own file, because the header needs none of them.
 */
export const controlIcons = {
  close: line('M6 6l12 12M18 6 6 18'),
  /** A microphone, for dictation. */
  talk: line(
    'M12 3.5A2.5 2.5 0 0 0 9.5 6v5a2.5 2.5 0 0 0 5 0V6A2.5 2.5 0 0 0 12 3.5ZM6 11a6 6 0 0 0 12 0m-6 6v3.5m-3 0h6',
  ),
  send: line('M5 12h13m-5-6 6 6-6 6'),
  copy: line('M9 9h11v11H9V9Zm-4 6H4V4h11v1'),
  readAloud: line('M4 9.5h3.5L12 5.5v13l-4.5-4H4v-5Zm11.5-.5a4.2 4.2 0 0 1 0 6'),
  share: line('M12 15V4m-4 4 4-4 4 4M7 10H5v10h14V10h-2'),
  retry: line('M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4v5.4h-5.4'),
  stop: icon(svg`<path d="M7 7h10v10H7z" fill="currentColor" />`),
} as const;

/** The cross that closes or dismisses something. `label` says what, for example `Close the chat`. */
export const closeButton = (label: string, close: () => void): TemplateResult =>
  html`<button type="button" class="icon" aria-label=${label} @click=${close}>${controlIcons.close}</button>`;
