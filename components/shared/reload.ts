import type { WorldState } from '../../data/world-state.ts';
import { goTo } from '../../data/view/go-to.ts';
import { storedText } from './storage.ts';

/** The visitor's position before a reload: x and z in metres, yaw and pitch in radians. */
const place = storedText('session', 'home-world.place');

/**
 * Reloads the page and keeps the visitor's position. The URL keeps the view, the browser the draft, and the
 * server the conversation.
 */
export function reloadPage({ world }: WorldState, reload: () => void): void {
  const spot = world.spot.get();
  place.set(spot ? [spot.x, spot.z, spot.yaw, spot.pitch].map((value) => value.toFixed(3)).join(' ') : '');
  reload();
}

/** Moves the visitor to the position that `reloadPage` has stored, once. */
export function returnToPlace(state: WorldState): void {
  const [x, z, yaw, pitch] = place.get().split(' ').map(Number);
  place.set('');
  if (x === undefined || z === undefined || yaw === undefined || pitch === undefined) return;
  if ([x, z, yaw, pitch].every(Number.isFinite)) goTo(state, { kind: 'spot', x, z, yaw, pitch });
}
