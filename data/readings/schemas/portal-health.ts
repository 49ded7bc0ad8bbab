import * as v from 'valibot';
import { number, text } from './bounds.ts';

/** The number of checks that are kept for each portal (specification 3.2). */
export const HEALTH_CHECKS_KEPT = 30;

const check = v.object({
  /** Milliseconds since the epoch. */
  at: number,
  online: v.boolean(),
  latencyMs: v.nullable(number),
});
/** Readonly in its type only, because `v.readonly` would add code to every widget. */
const checks: v.GenericSchema<unknown, readonly v.InferOutput<typeof check>[]> = v.pipe(
  v.array(check),
  v.maxLength(HEALTH_CHECKS_KEPT),
);
/** The health of one portal: the last 30 checks, newest last (specification 3.2). */
const portalHealthRecord = v.object({
  id: text(64),
  status: v.picklist(['online', 'offline', 'unknown']),
  /** Why the portal is not online, in plain words. */
  cause: v.optional(text(300)),
  checks,
});
export type PortalHealth = Readonly<v.InferOutput<typeof portalHealthRecord>>;

/** The answer of the gateway to `GET /api/health/portals`. */
export const portalHealthAnswer = v.object({
  portals: v.pipe(v.array(portalHealthRecord), v.maxLength(200)),
});
export type PortalHealthAnswer = v.InferOutput<typeof portalHealthAnswer>;
