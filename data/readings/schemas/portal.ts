import * as v from 'valibot';
import { text } from './bounds.ts';
import { destination, essentials, unsaid } from './portal-state.ts';

const portalTypes = ['game-world', 'operator-room', 'research-space', 'experiment'] as const;
const environments = ['production', 'staging', 'local'] as const;

/** Metres from the middle of the home, or radians. The limits are far beyond what is drawn. */
const coordinate = v.pipe(v.number(), v.minValue(-10_000), v.maxValue(10_000));
const vector = v.object({ x: coordinate, y: v.optional(coordinate, 0), z: coordinate });

/**
 * One destination of `portals.json` (specification 2.1), with its appearance and its place in the world.
 * Legacy records have only id, name, description, status and destination; the other fields have defaults.
 */
export const portalRecord = v.object({
  ...essentials,
  portal_type: v.optional(v.picklist(portalTypes), unsaid.portal_type),
  world_category: v.optional(text(40), unsaid.world_category),
  environment: v.optional(v.picklist(environments), unsaid.environment),
  telemetry_source: v.optional(text(200), unsaid.telemetry_source),
  owner: v.optional(text(80), unsaid.owner),
  app_id: v.optional(v.pipe(v.number(), v.integer())),
  window_title: v.optional(text(200)),
  destination: v.object({
    ...destination,
    params: v.optional(v.record(text(64), v.unknown()), {}),
  }),
  color: v.optional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb'))),
  /** An image of the place behind the portal: a path of this home. */
  image: v.optional(v.pipe(text(300), v.regex(/^\/[\w.-][\w./-]*$/, 'a path of this home'))),
  position: v.optional(vector),
  rotation: v.optional(
    v.object({ x: v.optional(coordinate, 0), y: v.optional(coordinate, 0), z: v.optional(coordinate, 0) }),
  ),
});
export type PortalRecord = v.InferOutput<typeof portalRecord>;
