import * as v from 'valibot';
import { text } from './bounds.ts';

/** The maximum number of commits that the gateway sends. */
export const MAX_COMMITS = 1_000;

/** The repository, in a list of several. */
const repo = v.optional(text(200));

/**
 * A record of `GET {code_host}/api/v1/repos/<owner>/<repo>/commits`. Names, dates and messages come from the
 * committers, so they can be anything; the source shortens them.
 */
export const wireCommit = v.object({
  sha: v.optional(text(64), ''),
  commit: v.object({
    author: v.object({ name: v.string(), date: v.string() }),
    message: v.string(),
  }),
  repo,
});

/** A record of `GET {code_host}/api/v1/repos/<owner>/<repo>/pulls?state=closed` */
export const wirePull = v.object({
  number: v.pipe(v.number(), v.integer()),
  title: v.string(),
  merged: v.optional(v.nullable(v.boolean()), false),
  merged_at: v.nullish(text(40)),
  user: v.nullish(v.object({ login: v.string() })),
  repo,
});

/**
 * Lists of commits and pull requests. An invalid record becomes null, so that it does not affect the others.
 */
export const wireCommits = v.pipe(
  v.array(v.fallback(v.nullable(wireCommit), null)),
  v.maxLength(MAX_COMMITS),
);
export const wirePulls = v.pipe(v.array(v.fallback(v.nullable(wirePull), null)), v.maxLength(100));
