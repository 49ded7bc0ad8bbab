import * as v from 'valibot';
import { text, word } from './bounds.ts';

const readinessStates = ['playable', 'active', 'prototype', 'rebuilding', 'blocked', 'offline'] as const;
const accessModes = ['public', 'operator', 'local-only'] as const;

/**
 * Fields that decide what a portal is and who may enter it. If one of them is invalid, the record is refused.
 * The empty name means the record itself.
 */
const ESSENTIAL = /^(?:id|name|description|status|destination|access_mode|readiness_state|)$/;

/** Whether a record can be shown if this field is invalid. */
export const isSpare = (field: string): boolean => !ESSENTIAL.test(field);

/** The defaults of missing fields. They make no statement about the portal. */
export const unsaid = {
  portal_type: 'experiment',
  world_category: 'unknown',
  environment: 'production',
  telemetry_source: 'none',
  owner: 'unknown',
} as const;

/** The essential fields of a destination of `portals.json` (specification 2.1). */
export const essentials = {
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/i, 'a slug of letters, digits, - and _')),
  name: word(80),
  description: text(600),
  status: word(40),
  access_mode: v.optional(v.picklist(accessModes), 'public'),
  readiness_state: v.optional(v.picklist(readinessStates), 'prototype'),
};

/** A URL (http or https) or a same-origin path. A harness destination has none. */
export const destination = {
  type: v.optional(text(40), 'url'),
  url: v.optional(text(2000)),
  action_label: v.optional(text(80), 'Enter'),
};

/** A record for lists. It leaves out the fields that only the world shows, so that widgets stay small. */
export const portalState = v.pipe(
  v.object({ ...essentials, destination: v.object(destination) }),
  v.transform((record) => ({
    ...unsaid,
    ...record,
    destination: { params: {}, ...record.destination },
  })),
);
