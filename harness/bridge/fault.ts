import type * as v from 'valibot';

const MAX_CHARACTERS = 300;

/**
 * The first problem of data that does not fit its schema: `text: expected <=8000`. The value is never
 * repeated: it may be a secret.
 */
export function faultOf(
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
  whole: string,
): string {
  const [issue] = issues;
  const path = issue.path?.map(({ key }) => String(key)).join('.') ?? whole;
  return `${path}: expected ${issue.expected ?? 'another value'}`.slice(0, MAX_CHARACTERS);
}
