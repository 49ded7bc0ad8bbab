import { type TemplateResult, html, nothing } from 'lit';
import type { State } from '../../data/state.ts';

/** The captions while something is read aloud, and why there is no voice. */
export function narrationParts({ narration }: State): TemplateResult {
  const { phase, problem } = narration.get();
  return html`${problem ? html`<hw-narrator-error></hw-narrator-error>` : nothing}
  ${phase === 'idle' ? nothing : html`<hw-captions></hw-captions>`}`;
}
