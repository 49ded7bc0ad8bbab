import * as v from 'valibot';
import { wireCommit, wirePull } from '../../../data/readings/schemas/code-host.ts';
import { authorName, firstLine } from '../../../data/readings/sources/code-host.ts';
import type { CodeHostList, PublicRecord } from './code-host.ts';

/**
 * A mail address; of `lit@3.0.1` the last part is no domain. Bounded, so that no text makes it
 * slow.
 */
const MAIL =
  /([\p{L}\p{N}._%+'-]{1,64})@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]/gu;
/** An address at the cut is looked at as a whole. */
const CUT_MARGIN = 2;

/** Leaves what stands before the `@`, by which one still tells two authors apart. */
export const withoutMailAddresses = (text: string): string => text.replace(MAIL, '$1@…');

/** The first line of a message or title, without mail addresses. */
const publicLine = (text: string): string => firstLine(withoutMailAddresses(firstLine(text, CUT_MARGIN)));
/** A name without mail addresses: git takes anything for one, and is often given an address. */
export const publicName = (text: string): string =>
  authorName(withoutMailAddresses(authorName(text, CUT_MARGIN)));

/** Exactly what is expected of a date passes as it is, with the author's own offset. */
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
function publicDate(text: string): { date: string; at: number } | undefined {
  const at = Date.parse(text);
  if (!Number.isFinite(at)) return undefined;
  return { date: ISO_DATE.test(text) ? text : new Date(at).toISOString(), at };
}

/** What the gateway reads of a commit besides what it passes on. */
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
  const at = committer.success ? Date.parse(committer.output.commit.committer.date) : NaN;
  return {
    at: Number.isFinite(at) ? at : authored.at,
    json: {
      sha: /^[0-9a-f]{7,64}$/i.test(sha) ? sha : '',
      commit: {
        author: { name: publicName(commit.author.name), date: authored.date },
        message: publicLine(commit.message),
      },
    },
  };
}

/** Undefined also for one that was closed without a merge: no page shows it. */
function publicPull(raw: unknown): PublicRecord | undefined {
  const parsed = v.safeParse(wirePull, raw);
  if (!parsed.success || parsed.output.merged !== true) return undefined;
  const { number, title, merged_at, user } = parsed.output;
  const merged = publicDate(merged_at ?? '');
  if (!merged) return undefined;
  return {
    at: merged.at,
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
 * The records that pages show, each with no more than the fields they show: whatever else a code
 * host tells, now or in a later version, stays in the home. Odd records are left out alone.
 */
export const publicRecords = (list: CodeHostList, raw: readonly unknown[]): readonly PublicRecord[] =>
  raw.flatMap((record) => makers[list](record) ?? []);

/**
 * Whether these can be records of this list at all: none of many that fits is another thing's
 * answer.
 */
export const looksLike = (list: CodeHostList, raw: readonly unknown[]): boolean =>
  raw.length === 0 ||
  raw.some((record) => v.safeParse(list === 'commits' ? wireCommit : wirePull, record).success);
