import { dispatchView } from '../../data/view/view-state.ts';
import { defineModule } from '../core/define-module.ts';

/** The maximum distance of a visitor from an object with an open text: well beyond the reach of its hint. */
const MAX_METRES = 6.5;

/** Closes a document when the visitor has walked away from the object it belongs to. */
export const { init, update, dispose } = defineModule((scene, state) => ({
  update() {
    const at = state.derived.document.get()?.at;
    if (!at) return;
    const { x, z } = scene.camera.position;
    if (Math.hypot(x - at.x, z - at.z) > MAX_METRES) dispatchView(state, { kind: 'end', mode: 'document' });
  },
}));
