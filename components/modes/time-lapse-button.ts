import { type TemplateResult, html, nothing } from 'lit';

/** With `why` it can be found and read, and does nothing. */
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
