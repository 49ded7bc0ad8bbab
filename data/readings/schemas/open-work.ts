import * as v from 'valibot';
import { instant, text } from './bounds.ts';

/** The most open pull requests that the gateway sends. */
export const MAX_OPEN_PULLS = 50;
/** The most failed checks that are named. */
export const MAX_FAILED_CHECKS = 10;

const title = text(300);
const name = text(80);
/** The repository, if the home shows several. */
const repo = v.optional(text(200));
/** A page of the code host, for people. */
const link = v.optional(v.pipe(v.string(), v.maxLength(2_000), v.regex(/^https?:\/\//)));

const openPull = v.object({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title,
  author: name,
  openedAt: instant,
  isDraft: v.boolean(),
  /** Who is asked to review it. */
  review: v.picklist(['owner', 'others', 'none']),
  url: link,
  repo,
});

/** The checks of a commit. */
export const checks = v.object({
  /** `none`: the commit has no checks. `unknown`: the code host does not let the home read them. */
  state: v.picklist(['pending', 'failed', 'passed', 'none', 'unknown']),
  sha: text(64),
  /** The names of failed checks. */
  failed: v.pipe(v.array(name), v.maxLength(MAX_FAILED_CHECKS)),
  url: link,
  repo,
});

const release = v.object({ name: title, publishedAt: instant, url: link, repo });

/** What is open at the code host. It is sent to those who may read the repository. */
export const openWork = v.object({
  /** The checks of the repository that needs attention most: a failed one, then a running one. */
  checks,
  /** The checks of the other repositories. */
  others: v.optional(v.array(checks)),
  /** In this order: those that wait for the owner's review, then the newest. */
  pulls: v.pipe(v.array(openPull), v.maxLength(MAX_OPEN_PULLS)),
  /** Whether there are more open pull requests than these. */
  hasMore: v.boolean(),
  release: v.optional(release),
});

export type OpenWork = v.InferOutput<typeof openWork>;
export type OpenPull = OpenWork['pulls'][number];
export type Checks = OpenWork['checks'];

/**
 * An answer of `api/open-work.json`: the open work, or null and why there is none. Without `v.union`, which only
 * few widgets need: code of two widgets is loaded by all of them.
 */
export const openWorkAnswer = v.object({ work: v.nullable(openWork), cause: v.optional(text(200), '') });
