import { type TemplateResult, html, nothing } from 'lit';
import type { WorldState } from '../../data/world-state.ts';

/** Why the world is only offered, and the button that starts it; nothing if there is no offer. */
export function offeredWorld({ world }: WorldState): TemplateResult | typeof nothing {
  const { note, enter } = world.status.get();
  return enter
    ? html`<div class="offer">
        <p class="quiet">The 3D world waits: ${note}</p>
        <button type="button" class="action" @click=${enter}>Enter the 3D world</button>
      </div>`
    : nothing;
}
