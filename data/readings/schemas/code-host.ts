import * as v from 'valibot';
import { text } from './bounds.ts';

/** The gateway never sends more commits than this. */
export const MAX_COMMITS = 1_000;

/**
 * A record of `GET {code_host}/api/v1/repos/<owner>/<repo>/commits`. Names, dates and messages come
 * from the committers: they may be anything, and the source shortens them.
 */
export const wireCommit = v.object({
  sha: v.optional(text(64), ''),
  commit: v.object({
    author: v.object({ name: v.string(), date: v.string() }),
    message: v.string(),
  }),
});

/** A record of `GET {code_host}/api/v1/repos/<owner>/<repo>/pulls?state=closed` */
export const wirePull = v.object({
  number: v.pipe(v.number(), v.integer()),
  title: v.string(),
  merged: v.optional(v.nullable(v.boolean()), false),
  merged_at: v.nullish(text(40)),
  user: v.nullish(v.object({ login: v.string() })),
});

/** Lists of these. A record that does not fit is null and does not hide the others. */
export const wireCommits = v.pipe(
  v.array(v.fallback(v.nullable(wireCommit), null)),
  v.maxLength(MAX_COMMITS),
);
export const wirePulls = v.pipe(v.array(v.fallback(v.nullable(wirePull), null)), v.maxLength(100));
