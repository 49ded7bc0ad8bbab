import * as v from 'valibot';
import { text, word } from './bounds.ts';

const readinessStates = ['playable', 'active', 'prototype', 'rebuilding', 'blocked', 'offline'] as const;
const accessModes = ['public', 'operator', 'local-only'] as const;
const portalTypes = ['game-world', 'operator-room', 'research-space', 'experiment'] as const;
const environments = ['production', 'staging', 'local'] as const;

/**
 * Fields that decide what a portal is and who may enter: a record in which one of them is wrong is
 * refused. The empty name stands for the record itself.
 */
const ESSENTIAL = /^(?:id|name|description|status|destination|access_mode|readiness_state|)$/;

/** Whether a record can be shown without this field. */
export const isSpare = (field: string): boolean => !ESSENTIAL.test(field);

/**
 * One destination of `portals.json` (specification 2.1), without what only the world shows of it: a
 * widget is to be small. Legacy entries hold only id, name,
 * description, status and destination: the metadata then takes these defaults, which claim nothing
 * ("prototype", "unknown").
 */
export const portalState = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'a slug of letters, digits, - and _')),
  name: word(80),
  description: text(600),
  status: word(40),
  portal_type: v.optional(v.picklist(portalTypes), 'experiment'),
  world_category: v.optional(text(40), 'unknown'),
  environment: v.optional(v.picklist(environments), 'production'),
  access_mode: v.optional(v.picklist(accessModes), 'public'),
  readiness_state: v.optional(v.picklist(readinessStates), 'prototype'),
  telemetry_source: v.optional(text(200), 'none'),
  owner: v.optional(text(80), 'unknown'),
  app_id: v.optional(v.pipe(v.number(), v.integer())),
  window_title: v.optional(text(200)),
  destination: v.object({
    type: v.optional(text(40), 'url'),
    /** An http(s) URL or a same-origin path. A harness destination has none. */
    url: v.optional(text(2000)),
    action_label: v.optional(text(80), 'Enter'),
    params: v.optional(v.record(text(64), v.unknown()), {}),
  }),
});
