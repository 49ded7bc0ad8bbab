import { withReturnPortal } from '../travel/arrival.ts';
import { createClock } from '../core/clock.ts';
import { createConfigRetry } from '../config/config-retry.ts';
import type { Environment } from '../core/environment.ts';
import { type NamedModule, createReadings, heartbeatSources } from './heartbeat.ts';
import { createOnline } from '../core/online.ts';
import { currentValue } from '../readings/reading.ts';
import { commits, commitsOfDays } from '../readings/sources/commits.ts';
import { merged } from '../readings/sources/merged.ts';
import { createPortalHealth } from '../readings/sources/portal-health.ts';
import { createReducedMotion } from '../config/settings/reduced-motion.ts';
import { createSettingsStore } from '../config/settings/settings-store.ts';
import { fromLegacy } from '../readings/schemas/legacy-portal.ts';
import { createPortals } from '../readings/sources/portals.ts';
import type { State } from '../state.ts';
import { createTravel } from '../travel/travel.ts';
import { createWarp } from '../travel/warp.ts';
import { createWindowEvents } from '../chat/window-events.ts';

/**
 * The data modules that the world page starts with, in the order the ticker runs them. Those of `live.ts` follow, imported once
 * the shell stands: what the bridge dispatches finds its listener here.
 */
export function pageDataModules(state: State, environment: Environment): NamedModule[] {
  const { window, isOnline, reducedMotion, now, navigate } = environment;
  const portalHealth = createPortalHealth(() => currentValue(state.readings.portalRecords.get()) ?? []);
  const registry = withReturnPortal(createPortals(fromLegacy), () => state.arrival.get());
  // The floor and the time-lapse show whole days, and not the latest fifty.
  const others = heartbeatSources.filter((source) => source !== commits);
  const sources = [registry, ...others, commitsOfDays, merged, portalHealth];
  return [
    ['clock', createClock(now)],
    ['online', createOnline(window, isOnline)],
    // Before whoever follows the settings.
    ['settings', createSettingsStore(environment)],
    ['reduced-motion', createReducedMotion(reducedMotion)],
    ['configuration', createConfigRetry(environment)],
    ['readings', createReadings(state, environment, sources)],
    ['window-events', createWindowEvents(window, now)],
    ['warp', createWarp(window, now)],
    ['travel', createTravel(navigate)],
  ];
}
