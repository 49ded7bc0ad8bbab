import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { openWork } from '../../../data/readings/schemas/open-work.ts';
import {
  type ChangeName,
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRecords,
  type CodeHostRefusal,
  type Diff,
  type NewestCommit,
  type OpenWorkAnswer,
  type OpenWorkRecords,
  type OpenWorkSource,
  isRefusal,
} from '../code-host/code-host.ts';
import type { AnswerCodec, SharedAnswers } from './shared-answers.ts';

/** How long an answer is shared: as long as the gateway that asked uses it for its own visitors. Milliseconds. */
const KEEP_MS = 55_000;
/** Enough for the records of a year with 20,000 commits. Bytes. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

const time = v.pipe(v.number(), v.finite());
const line = v.pipe(v.string(), v.maxLength(10_000));
const sha = v.pipe(v.string(), v.regex(/^[\da-f]{4,64}$/i));
const commit = v.object({
  // Empty if the code host returned none that can be shown.
  sha: v.pipe(v.string(), v.regex(/^(?:[\da-f]{4,64})?$/i)),
  commit: v.object({ author: v.object({ name: line, date: line }), message: line }),
});
const pull = v.object({
  number: v.pipe(v.number(), v.integer()),
  title: line,
  merged: v.literal(true),
  merged_at: line,
  user: v.object({ login: line }),
});
const records = v.object({
  status: v.literal(200),
  records: v.array(
    v.object({
      at: time,
      shownAt: time,
      mergeCommit: v.exactOptional(sha),
      json: v.union([commit, pull]),
    }),
  ),
  isWhole: v.boolean(),
}) satisfies v.GenericSchema<unknown, CodeHostRecords>;

const workRecords = v.object({
  status: v.literal(200),
  work: openWork,
  heads: v.exactOptional(v.record(v.string(), sha)),
}) satisfies v.GenericSchema<unknown, OpenWorkRecords>;

const codecOf = <T extends CodeHostRecords | OpenWorkRecords>(
  schema: v.GenericSchema<unknown, T>,
): AnswerCodec<T | CodeHostRefusal> => ({
  // A failure is not shared: it may concern only this gateway's connection to the code host.
  toText: (answer) =>
    isRefusal(answer) ? undefined : gzipSync(JSON.stringify(answer), { level: 1 }).toString('base64'),
  fromText: (text) => {
    try {
      const json = gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: MAX_UNPACKED_BYTES });
      const parsed = v.safeParse(schema, JSON.parse(json.toString('utf8')));
      return parsed.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  },
});
const shape: AnswerCodec<CodeHostAnswer> = codecOf<CodeHostRecords>(records);
const workShape: AnswerCodec<OpenWorkAnswer> = codecOf<OpenWorkRecords>(workRecords);

/** A remote code host that one gateway asks for all gateways of the world. */
export class SharedCodeHost implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  readonly #inner: CodeHost;
  readonly #answers: SharedAnswers;
  /** The first part of the names of its answers. */
  readonly #key: string;
  readonly work?: OpenWorkSource;
  /** The commit of the last open work. */
  #newest = '';

  /** @param isOneOfSeveral Whether the home has other repositories, too. */
  constructor(inner: CodeHost, answers: SharedAnswers, isOneOfSeveral = false) {
    const { work } = inner;
    if (work)
      this.work = {
        read: (newest, hasNews) => this.#readWork(work, newest, hasNews),
        // They are not shared, like diffs.
        checks: (sha) => work.checks(sha),
      };
    this.#inner = inner;
    this.#answers = answers;
    const name = createHash('sha256').update(`${inner.owner}/${inner.repo}`).digest('hex').slice(0, 16);
    this.#key = isOneOfSeveral ? `code-host-${name}` : 'code-host';
    this.owner = inner.owner;
    this.repo = inner.repo;
    this.description = inner.description;
  }

  read(list: CodeHostList): Promise<CodeHostAnswer> {
    return this.#answers.get(`${this.#key}-${list}`, KEEP_MS, shape, () => this.#inner.read(list));
  }

  #readWork(work: OpenWorkSource, newest: NewestCommit, hasNews: boolean): Promise<OpenWorkAnswer> {
    this.#newest = newest.sha;
    return this.#answers.get(`${this.#key}-work-${newest.sha}`, KEEP_MS, workShape, () =>
      work.read(newest, hasNews),
    );
  }

  /** A diff is not shared: few visitors open one. */
  diff(change: ChangeName): Promise<Diff | CodeHostRefusal> {
    return this.#inner.diff(change);
  }

  isPublic(): Promise<boolean> {
    return this.#inner.isPublic();
  }

  /** Forgets the shared answers: the next reader at any gateway gets new ones. */
  async forgetShared(onlyWork: boolean): Promise<void> {
    const lists: readonly CodeHostList[] = onlyWork ? [] : ['commits', 'pulls'];
    const keys = [...lists.map((list) => `${this.#key}-${list}`), `${this.#key}-work-${this.#newest}`];
    await Promise.all(keys.map((key) => this.#answers.forget(key, KEEP_MS)));
  }
}
