import { type TemplateResult, html, nothing, svg } from 'lit';
import { icon, line } from '../shared/icons.ts';

/**
 * An icon button of the time-lapse. With `why` it is disabled but focusable, so that the reason can be read.
 */
export function lapseButton(label: string, icon: TemplateResult, act: () => void, why = ''): TemplateResult {
  return html`<button
    type="button"
    class="icon"
    aria-label=${label}
    title=${why || label}
    aria-disabled=${why ? 'true' : 'false'}
    @click=${why ? nothing : act}
  >
    ${icon}
  </button>`;
}

/** The icons of the time-lapse's controls. The buttons have the accessible names. */
export const lapseIcons = {
  play: icon(svg`<path d="M8 5.5v13l10-6.5-10-6.5Z" fill="currentColor" />`),
  pause: line('M9 6v12M15 6v12'),
  start: line('M6 6v12M18 6.5 9.5 12l8.5 5.5v-11Z'),
  /** Jumps to the next group of commits. */
  burst: line('M4 12h9m-4-4 4 4-4 4M17 7v10m3-10v10'),
  record: icon(svg`<circle cx="12" cy="12" r="7.5" /><circle cx="12" cy="12" r="4" fill="currentColor" />`),
  keep: icon(svg`<circle cx="12" cy="12" r="7.5" /><path d="M9.5 9.5h5v5h-5z" fill="currentColor" />`),
  discard: line('M7 8h10l-1 11H8L7 8Zm-2 0h14M10 8V5h4v3'),
} as const;
