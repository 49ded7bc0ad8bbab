import * as v from 'valibot';
import { wireCommit, wirePull } from '../../../data/readings/schemas/code-host.ts';
import { authorName, firstLine } from '../../../data/readings/sources/code-host.ts';
import type { OpenPull } from '../../../data/readings/schemas/open-work.ts';
import type { CodeHostList, PublicRecord } from './code-host.ts';

/**
 * A mail address. `lit@3.0.1` does not match: its last part begins with a digit. The lengths are limited, so
 * that no text makes the search slow.
 */
const MAIL =
  /([\p{L}\p{N}._%+'-]{1,64})@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]/gu;
/**
 * The text is first cut at this many times its shown length, so that a mail address at the cut is found as a
 * whole.
 */
const CUT_MARGIN = 2;

/** Removes the domain of mail addresses. The part before the `@` still tells two authors apart. */
const withoutMailAddresses = (text: string): string => text.replace(MAIL, '$1@…');

/** The first line of a message or title, without mail addresses. */
export const publicLine = (text: string): string =>
  firstLine(withoutMailAddresses(firstLine(text, CUT_MARGIN)));
/**
 * An author name with the domain of mail addresses removed: git accepts any text as a name, and it often
 * contains an address.
 */
export const publicName = (text: string): string =>
  authorName(withoutMailAddresses(authorName(text, CUT_MARGIN)));

/** A date in the expected form stays as it is, with the author's own offset. */
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
function publicDate(text: string): { date: string; at: number } | undefined {
  const at = Date.parse(text);
  if (!Number.isFinite(at)) return undefined;
  return { date: ISO_DATE.test(text) ? text : new Date(at).toISOString(), at };
}

/** The date of the committer, which the gateway needs besides the public fields. */
const committed = v.object({
  commit: v.object({ committer: v.object({ date: v.string() }) }),
});

function publicCommit(raw: unknown): PublicRecord | undefined {
  const parsed = v.safeParse(wireCommit, raw);
  if (!parsed.success) return undefined;
  const { sha, commit } = parsed.output;
  const authored = publicDate(commit.author.date);
  if (!authored) return undefined;
  const committer = v.safeParse(committed, raw);
  const committedAt = committer.success ? Date.parse(committer.output.commit.committer.date) : NaN;
  const at = Number.isFinite(committedAt) ? committedAt : authored.at;
  return {
    at,
    shownAt: Math.min(authored.at, at),
    json: {
      sha: /^[0-9a-f]{7,64}$/i.test(sha) ? sha : '',
      commit: {
        author: { name: publicName(commit.author.name), date: authored.date },
        message: publicLine(commit.message),
      },
    },
  };
}

const merging = v.object({ merge_commit_sha: v.pipe(v.string(), v.regex(/^[\da-f]{7,64}$/i)) });

/** Undefined also for a pull request that was closed without a merge: no page shows it. */
function publicPull(raw: unknown): PublicRecord | undefined {
  const parsed = v.safeParse(wirePull, raw);
  if (!parsed.success || parsed.output.merged !== true) return undefined;
  const { number, title, merged_at, user } = parsed.output;
  const merged = publicDate(merged_at ?? '');
  if (!merged) return undefined;
  const commit = v.safeParse(merging, raw);
  return {
    at: merged.at,
    shownAt: merged.at,
    ...(commit.success && { mergeCommit: commit.output.merge_commit_sha }),
    json: {
      number,
      title: publicLine(title),
      merged: true,
      merged_at: merged.date,
      user: { login: publicName(user?.login ?? '') },
    },
  };
}

const makers: Readonly<Record<CodeHostList, (raw: unknown) => PublicRecord | undefined>> = {
  commits: publicCommit,
  pulls: publicPull,
};

/**
 * The records that pages show, with only the fields that they show: all other fields that a code host sends
 * stay in the home. Invalid records are left out; the other records stay.
 */
export const publicRecords = (list: CodeHostList, raw: readonly unknown[]): readonly PublicRecord[] =>
  raw.flatMap((record) => makers[list](record) ?? []);

/**
 * Whether these can be records of this list. If there are records but none is valid, the answer is something
 * else.
 */
export const looksLike = (list: CodeHostList, raw: readonly unknown[]): boolean =>
  raw.length === 0 ||
  raw.some((record) => v.safeParse(list === 'commits' ? wireCommit : wirePull, record).success);

const wireOpenPull = v.object({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title: v.string(),
  created_at: v.string(),
  draft: v.nullish(v.boolean()),
  user: v.nullish(v.object({ login: v.string() })),
  /** Gitea sends null instead of an empty list. */
  requested_reviewers: v.nullish(v.array(v.object({ login: v.string() }))),
  head: v.fallback(v.optional(v.object({ sha: v.pipe(v.string(), v.regex(/^[\da-f]{7,64}$/i)) })), undefined),
});

const isSameLogin = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * An open pull request as pages show it, and its newest commit; undefined for an invalid record.
 * @param owner The owner's name at the code host.
 */
export function openPull(
  raw: unknown,
  owner: string,
): { readonly pull: Omit<OpenPull, 'url'>; readonly head: string | undefined } | undefined {
  const parsed = v.safeParse(wireOpenPull, raw);
  if (!parsed.success) return undefined;
  const { number, title, created_at: created, draft, user, requested_reviewers: sent, head } = parsed.output;
  const opened = publicDate(created);
  if (!opened || opened.at < 0) return undefined;
  const reviewers = sent ?? [];
  const pull = {
    number,
    title: publicLine(title),
    author: publicName(user?.login ?? ''),
    openedAt: opened.at,
    isDraft: draft === true,
    review: reviewers.some(({ login }) => isSameLogin(login, owner))
      ? ('owner' as const)
      : reviewers.length > 0
        ? ('others' as const)
        : ('none' as const),
  };
  return { pull, head: head?.sha };
}

const wireRelease = v.object({
  tag_name: v.string(),
  name: v.nullish(v.string()),
  published_at: v.string(),
});

/** A release as pages show it, with its tag; undefined for an invalid record. */
export function publicRelease(
  raw: unknown,
): { readonly tag: string; readonly name: string; readonly publishedAt: number } | undefined {
  const parsed = v.safeParse(wireRelease, raw);
  if (!parsed.success) return undefined;
  const { tag_name: tag, name, published_at: published } = parsed.output;
  const at = Date.parse(published);
  if (!(at >= 0)) return undefined;
  return { tag, name: publicLine(name ?? '') || publicLine(tag), publishedAt: at };
}
