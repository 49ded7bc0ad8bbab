import { Euler, Vector3 } from 'three';
import { isReturnPortal } from '../../data/travel/arrival.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Portal } from '../../data/readings/records.ts';
import { presenceOf } from '../portals/portal-view-model.ts';
import { DISC_HEIGHT } from '../portals/arch.ts';
import { layoutPortals } from '../portals/layout.ts';
import { heightAt } from '../terrain/island/height.ts';
import type { DronePlace } from './portal-drones.ts';

/** A dark arch is silent; one that no check has answered for yet is faint, and so is one that nobody gets through. */
const FAINT = 0.45;

function levelOf(portal: Portal): number {
  const presence = presenceOf(portal);
  if (presence === 'offline') return 0;
  if (isReturnPortal(portal.record)) return FAINT;
  return presence === 'online' && portal.entrance.open ? 1 : FAINT;
}

/** Where the portals of a reading hum: in the middle of their discs. An arch that only says why there are no portals is no portal. */
export function portalDronePlaces(reading: Reading<readonly Portal[]>): DronePlace[] {
  const portals = currentValue(reading) ?? [];
  const places = layoutPortals(
    portals.map(({ record }) => record),
    heightAt,
  );
  const middle = new Vector3();
  const turn = new Euler(0, 0, 0, 'YXZ');
  return portals.map((portal, index) => {
    const place = places[index] as (typeof places)[number];
    turn.set(place.rotationX, place.rotationY, place.rotationZ);
    middle.set(0, DISC_HEIGHT * place.size, 0).applyEuler(turn);
    return {
      id: portal.record.id,
      x: place.x + middle.x,
      y: place.y + middle.y,
      z: place.z + middle.z,
      index,
      level: levelOf(portal),
    };
  });
}
