import { withReturnPortal } from '../travel/arrival.ts';
import { createClock, createOnline } from '../core/page-state.ts';
import { createConfigRetry } from '../config/config-retry.ts';
import type { Environment } from '../core/environment.ts';
import { homeSources } from './home-sources.ts';
import type { DataModule } from '../core/module.ts';
import { Poller } from '../readings/poller.ts';
import { createReducedMotion } from '../config/settings/reduced-motion.ts';
import { SettingsStore } from '../config/settings/settings-store.ts';
import { fromLegacy } from '../readings/schemas/legacy-portal.ts';
import { createPortals } from '../readings/sources/portals.ts';
import type { Source } from '../readings/sources/source.ts';
import type { State } from '../state.ts';
import { createTravel } from '../travel/travel.ts';
import { createWarp } from '../travel/warp.ts';
import { createWindowEvents } from '../chat/window-events.ts';

export type NamedModule = readonly [name: string, module: DataModule<State>];

/** Requests the sources for this state, from the browser. */
export const createReadings = (
  { base }: State,
  { fetch, now, random }: Environment,
  sources: readonly Source[],
): Poller => new Poller({ fetch, now, base }, sources, { random });

/**
 * The data modules that the world page starts with, in the order the ticker runs them. Those of
 * `page-deferred.ts` follow, imported once the shell stands: what the bridge dispatches finds its
 * listener here.
 */
export function pageDataModules(state: State, environment: Environment): NamedModule[] {
  const { window, isOnline, reducedMotion, now, monotonicNow, navigate } = environment;
  const portals = withReturnPortal(createPortals(fromLegacy), () => state.arrival.get());
  return [
    ['clock', createClock(now)],
    ['online', createOnline(window, isOnline)],
    // Before the modules that follow the settings.
    ['settings', new SettingsStore(environment)],
    ['reduced-motion', createReducedMotion(reducedMotion)],
    ['configuration', createConfigRetry(environment)],
    ['readings', createReadings(state, environment, homeSources(state, portals))],
    ['window-events', createWindowEvents(window, now)],
    ['warp', createWarp(window, monotonicNow)],
    ['travel', createTravel(navigate)],
  ];
}
