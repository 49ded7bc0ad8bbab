import { Vector3 } from 'three';
import { travelTo } from '../../data/travel/travel.ts';
import { isWalking } from '../../data/view/view.ts';
import { defineModule } from '../core/define-module.ts';
import { BEFORE_METRES } from '../core/scene/portal-door.ts';
import { PortalTrigger } from './portal-trigger.ts';

/**
 * Warps a visitor who walks into an open portal (specification 3.3). Only on foot: the cameras of the
 * overview and the orbit enter no portal.
 */
export const { init, update, dispose } = defineModule((scene, state) => {
  const { player } = scene;
  const trigger = new PortalTrigger();
  const eye = new Vector3();
  const direction = new Vector3();
  let { teleportCount } = player;
  let warpTo: string | undefined;

  /** After a visitor has turned back, moves them away from the disc, which would fill the picture. */
  const stepBack = (portalId: string): void => {
    const door = scene.registry.doors.find(({ id }) => id === portalId);
    if (!door) return;
    const { foot, front } = door;
    if (Math.hypot(player.x - foot.x, player.z - foot.z) >= BEFORE_METRES) return;
    player.teleport(
      foot.x + front.x * BEFORE_METRES,
      foot.z + front.z * BEFORE_METRES,
      front.yaw + Math.PI,
      0,
    );
  };

  return {
    update() {
      const view = state.view.get();
      if (warpTo !== undefined && view.mode === 'normal') stepBack(warpTo);
      warpTo = view.mode === 'warp' ? view.portalId : undefined;
      if (player.teleportCount !== teleportCount || player.heightOffset !== 0) {
        teleportCount = player.teleportCount;
        trigger.reset();
        return;
      }
      if (!isWalking(view)) return;
      eye.set(player.x, player.y, player.z);
      const door = trigger.step(scene.registry.doors, eye, player.lookDirection(direction));
      if (door?.href === undefined) return;
      travelTo(state, { portalId: door.id, href: door.href });
    },
  };
});
