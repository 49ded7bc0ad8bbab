import { svg } from 'lit';
import { icon, line } from './icons.ts';

/** Icons of controls inside panels and bars. In a file of their own: the header needs none. */
export const controlIcons = {
  close: line('M6 6l12 12M18 6 6 18'),
  send: line('M5 12h13m-5-6 6 6-6 6'),
  stop: icon(svg`<path d="M7 7h10v10H7z" fill="currentColor" />`),
} as const;
