import * as v from 'valibot';
import { publicLine } from '../code-host/public-records.ts';

/** The events that the home handles. */
export type CodeHostEvent =
  /** The times in the push: those of its commits and of the repository. */
  | { readonly kind: 'push'; readonly times: readonly number[] }
  | { readonly kind: 'merged'; readonly number: number; readonly title: string; readonly at: number }
  /** Something that is open has changed: a pull request, a review, a check or a release. */
  | { readonly kind: 'work' }
  /** A merge may also complete its milestone, which is then a second event. */
  | { readonly kind: 'milestone'; readonly title: string; readonly at: number };

/** The form of a webhook. Forgejo sends the form of Gitea. */
export type HookForm = 'gitea' | 'github' | 'gitlab';

const repositoryName = v.pipe(v.string(), v.maxLength(300));
const named = v.object({ repository: v.object({ full_name: repositoryName }) });
const namedByGitlab = v.object({ project: v.object({ path_with_namespace: repositoryName }) });

/** A date as milliseconds since the epoch. */
const instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((text) => Date.parse(text)),
  v.number(),
  v.finite(),
);
const title = v.pipe(v.string(), v.transform(publicLine));

const mergedPull = v.object({
  action: v.literal('closed'),
  pull_request: v.object({
    number: v.pipe(v.number(), v.integer(), v.minValue(1)),
    title,
    merged: v.literal(true),
    merged_at: instant,
  }),
});

const closedMilestone = v.object({
  action: v.literal('closed'),
  milestone: v.object({ title, closed_at: instant }),
});

/** An issue or a pull request that was closed as the last one of its milestone. */
const lastOfMilestone = v.object({
  closed_at: instant,
  milestone: v.object({ title, open_issues: v.literal(0) }),
});
const closedIssue = v.object({ action: v.literal('closed'), issue: lastOfMilestone });
const closedPull = v.object({ action: v.literal('closed'), pull_request: lastOfMilestone });

/** Gitea tests a webhook with a push that changes nothing. */
const testPush = v.pipe(
  v.object({ before: v.string(), after: v.string() }),
  v.check(({ before, after }) => before === after),
);

const stamped = v.object({ timestamp: instant });
const pushed = v.object({
  head_commit: v.fallback(v.optional(stamped), undefined),
  commits: v.fallback(v.array(stamped), []),
  repository: v.object({
    updated_at: v.fallback(v.optional(instant), undefined),
    /** In seconds; GitHub only. */
    pushed_at: v.fallback(v.optional(v.number()), undefined),
  }),
});

/** The events after which only what is open is read again. */
const workEvents: Readonly<Record<HookForm, readonly string[]>> = {
  gitea: [
    'pull_request',
    'pull_request_approved',
    'pull_request_rejected',
    'pull_request_comment',
    'status',
    'workflow_run',
    'release',
  ],
  github: [
    'pull_request',
    'pull_request_review',
    'check_suite',
    'check_run',
    'status',
    'workflow_run',
    'release',
  ],
  gitlab: ['Merge Request Hook', 'Pipeline Hook', 'Release Hook'],
};

/** GitLab has no other times in these two events. */
const mergedAtGitlab = v.object({
  object_attributes: v.object({
    iid: v.pipe(v.number(), v.integer(), v.minValue(1)),
    title,
    action: v.literal('merge'),
    updated_at: instant,
  }),
});
const closedAtGitlab = v.object({
  action: v.literal('close'),
  object_attributes: v.object({ title, updated_at: instant }),
});

/** Whether a webhook is a test that the owner sent with the button of the code host. */
export const isTest = (name: string, body: unknown): boolean =>
  name === 'ping' || (name === 'push' && v.is(testPush, body));

/** The repository that a webhook is about, as `owner/name`; undefined if it names none. */
export function repositoryOf(form: HookForm, body: unknown): string | undefined {
  if (form === 'gitlab') {
    const result = v.safeParse(namedByGitlab, body);
    return result.success ? result.output.project.path_with_namespace : undefined;
  }
  const result = v.safeParse(named, body);
  return result.success ? result.output.repository.full_name : undefined;
}

function pushIn(body: unknown): CodeHostEvent[] {
  const result = v.safeParse(pushed, body);
  if (!result.success) return [];
  const { head_commit: head, commits, repository } = result.output;
  const { updated_at: updatedAt, pushed_at: pushedAt } = repository;
  const times = [head, ...commits].map((commit) => commit?.timestamp);
  const known = [...times, updatedAt, pushedAt && pushedAt * 1000].filter((time) => time !== undefined);
  return [{ kind: 'push', times: known }];
}

function mergeIn(body: unknown): CodeHostEvent[] {
  const result = v.safeParse(mergedPull, body);
  if (!result.success) return [];
  const { number, title: text, merged_at: at } = result.output.pull_request;
  return [{ kind: 'merged', number, title: text, at }];
}

/**
 * GitHub reports a closed milestone. Gitea and Forgejo have no such event: there a milestone is complete when
 * its last open issue or pull request is closed.
 */
function milestoneIn(form: HookForm, name: string, body: unknown): CodeHostEvent[] {
  if (form === 'github') {
    const result = v.safeParse(closedMilestone, body);
    if (name !== 'milestone' || !result.success) return [];
    const { title: text, closed_at: at } = result.output.milestone;
    return [{ kind: 'milestone', title: text, at }];
  }
  const result = v.safeParse(v.union([closedIssue, closedPull]), body);
  if (!result.success) return [];
  const { closed_at: at, milestone } =
    'issue' in result.output ? result.output.issue : result.output.pull_request;
  return [{ kind: 'milestone', title: milestone.title, at }];
}

/** GitLab has its own words for the same events. Its push has the form of the others. */
function gitlabEvents(name: string, body: unknown): readonly CodeHostEvent[] {
  if (name === 'Push Hook') return pushIn(body);
  if (name === 'Merge Request Hook') {
    const result = v.safeParse(mergedAtGitlab, body);
    if (!result.success) return [];
    const { iid: number, title: text, updated_at: at } = result.output.object_attributes;
    return [{ kind: 'merged', number, title: text, at }];
  }
  const result = v.safeParse(closedAtGitlab, body);
  if (name !== 'Milestone Hook' || !result.success) return [];
  const { title: text, updated_at: at } = result.output.object_attributes;
  return [{ kind: 'milestone', title: text, at }];
}

function announcedIn(form: HookForm, name: string, body: unknown): readonly CodeHostEvent[] {
  if (form === 'gitlab') return gitlabEvents(name, body);
  switch (name) {
    case 'push':
      return pushIn(body);
    case 'pull_request':
      return [...mergeIn(body), ...milestoneIn(form, name, body)];
    case 'milestone':
    case 'issues':
      return milestoneIn(form, name, body);
    default:
      return [];
  }
}

/**
 * The events in a webhook, with texts that are safe to show to visitors; empty if the home does not handle
 * the webhook.
 */
export function eventsIn(form: HookForm, name: string, body: unknown): readonly CodeHostEvent[] {
  const events = announcedIn(form, name, body);
  // After these two, everything is read again, unless they are too old.
  const isRead = events.some(({ kind }) => kind === 'push' || kind === 'merged');
  return !isRead && workEvents[form].includes(name) ? [...events, { kind: 'work' }] : events;
}
