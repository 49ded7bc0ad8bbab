import * as v from 'valibot';
import { type ConfigProblem, shorten } from '../../data/config/fields.ts';
import { withoutNotes } from '../core/json-file.ts';

/**
 * The parts of a home that an owner can let strangers see. docs/configuration.md says what belongs to each
 * part.
 */
export const homeParts = [
  'activity',
  'adapters',
  'agents',
  'block-height',
  'chat',
  'commits',
  'files',
  'history',
  'merged',
  'oath',
  'open-work',
  'plays',
  'portals',
  'relay-feed',
  'sessions',
  'sovereignty',
  'vision',
  'visitors',
  'weather',
] as const;
export type HomePart = (typeof homeParts)[number];

const ACCESS = '"public", "owner", or {"visitorsSee": […]} with what visitors see';
const PART = `one of ${homeParts.map((part) => `“${part}”`).join(', ')}`;

export const accessSchema = v.pipe(
  v.unknown(),
  v.transform(withoutNotes),
  v.union(
    [
      v.picklist(['public', 'owner']),
      v.strictObject({
        visitorsSee: v.pipe(
          v.array(v.picklist(homeParts, PART), 'a list of what visitors see, such as ["weather", "commits"]'),
          v.maxLength(homeParts.length, `at most ${homeParts.length} names`),
        ),
      }),
    ],
    ACCESS,
  ),
  v.description('who sees this home: everybody, its owner only, or visitors only what is listed'),
);

/**
 * Who sees the home: everybody; only the owner; or everybody the listed parts, and the owner everything. The
 * owner's read-only links show what visitors of a public home see.
 */
export type Access = v.InferOutput<typeof accessSchema>;

/** Reads `access` of `config.json`. */
export function parseAccess(raw: unknown): { readonly access: Access; readonly problems: ConfigProblem[] } {
  if (raw === undefined) return { access: 'public', problems: [] };
  const { success, output, issues } = v.safeParse(accessSchema, raw);
  if (success) return { access: output, problems: [] };
  const [issue] = issues;
  // A message about a wrong name in the list is more useful than a message that the value has none of the
  // forms.
  const inner = issue.issues?.find(({ type, path }) => type !== 'strict_object' && path) ?? issue;
  const field = ['access', ...(inner.path ?? []).map(({ key }) => String(key))].join('.');
  return { access: 'owner', problems: [{ field, expected: inner.message, got: shorten(inner.input) }] };
}
