import { type TemplateResult, html, nothing } from 'lit';
import type { WorldState } from '../../data/world-state.ts';

/** Why an `unavailable` world is not drawn. */
export function whyNoWorld({ world }: WorldState): string {
  const { note, enter } = world.status.get();
  return `${enter ? 'The 3D world waits' : 'No 3D world'}: ${note}`;
}

/** The button that starts a world that is only offered; nothing if there is no offer. */
export function enterButton({ world }: WorldState): TemplateResult | typeof nothing {
  const { enter } = world.status.get();
  return enter
    ? html`<button type="button" class="action enter" @click=${enter}>Enter the 3D world</button>`
    : nothing;
}
