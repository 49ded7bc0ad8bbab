import { type TemplateResult, html, nothing } from 'lit';

/**
 * An icon button of the time-lapse. With `why` it is disabled but can still have the focus, so that
 * the reason can be found and read.
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
