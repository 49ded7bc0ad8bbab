import type * as v from 'valibot';
import { safeUrl } from '../core/safe-url.ts';

/**
 * The type of a value of `config.json`. `check` is written by hand: Valibot would add 2.2 kB to the shell,
 * which reads `config.json` before anything else. The other properties describe the check, and the JSON
 * Schema is built from them.
 */
export interface Kind<T> {
  readonly name:
    | 'words'
    | 'text'
    | 'number'
    | 'flag'
    | 'slug'
    | 'httpUrl'
    | 'socketUrl'
    | 'timeZone'
    | 'modulePath'
    | 'origin'
    | 'oneOf'
    | 'pattern'
    | 'list';
  /** Completes the sentence “expected …”. */
  readonly expected: string;
  /** Returns the valid value, or undefined if the value is invalid. */
  readonly check: (value: unknown) => T | undefined;
  readonly min?: number;
  readonly max?: number;
  /** The empty text is allowed too. */
  readonly mayBeEmpty?: true;
  /** The values that are allowed, for `oneOf`. */
  readonly values?: readonly string[];
  /** For `pattern`: a regular expression. */
  readonly pattern?: string;
  /** The kind of each item of a list. */
  readonly item?: Kind<string>;
}

export interface Field<T> extends Kind<T> {
  readonly default: T;
}

/** The fields of an object by name; a group is a nested object. */
export interface Fields {
  readonly [name: string]: Field<unknown> | Fields;
}

/** The values of the fields. */
export type ValuesOf<F> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : ValuesOf<F[Name]>;
};

export const field = <T>(kind: Kind<T>, fallback: T): Field<T> => ({ ...kind, default: fallback });

export const where =
  (isGood: (value: string) => boolean) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && isGood(value) ? value : undefined;

/** A text with at least one character that is not a space; spaces at both ends are removed. */
export const words = (max: number, noun = 'text'): Kind<string> => ({
  name: 'words',
  max,
  expected: `a ${noun} of 1 to ${max} characters`,
  check(value) {
    const trimmed = typeof value === 'string' ? value.trim() : '';
    return trimmed.length >= 1 && trimmed.length <= max ? trimmed : undefined;
  },
});

export const text = (max: number): Kind<string> => ({
  name: 'text',
  max,
  expected: `a text of at most ${max.toLocaleString('en')} characters`,
  check: where((value) => value.length <= max),
});

export const number = (min: number, max: number): Kind<number> => ({
  name: 'number',
  min,
  max,
  expected: `a number from ${min} to ${max}`,
  check: (value) => (typeof value === 'number' && value >= min && value <= max ? value : undefined),
});

export const flag: Kind<boolean> = {
  name: 'flag',
  expected: 'true or false',
  check: (value) => (typeof value === 'boolean' ? value : undefined),
};

const NAME = '[\\w.-]{1,100}';
/** The pattern of `slug`. */
export const slugPattern = (levels = 1): string => `^${NAME}(/${NAME}){0,${levels - 1}}$`;

/** A name that can be a part of a URL's path; or up to `levels` names with slashes between them. */
export const slug = (expected: string, levels = 1): Kind<string> => ({
  name: 'slug',
  max: levels,
  expected,
  check: where((value) => new RegExp(slugPattern(levels)).test(value)),
});

/**
 * Whether a text is a URL with one of these protocols. A URL with `;` or `,` in its host is refused, because
 * these characters would end a directive of the content security policy.
 */
export const isUrl = (value: string, protocols: readonly string[]): boolean => {
  const url = safeUrl(value, undefined, protocols);
  return url !== undefined && /^[\w.:[\]-]*$/.test(url.host);
};
export const isHttpUrl = (value: string): boolean => isUrl(value, ['http:', 'https:']);

export const httpUrl: Kind<string> = {
  name: 'httpUrl',
  expected: 'an http(s) URL',
  check: where(isHttpUrl),
};

export const timeZone: Kind<string> = {
  name: 'timeZone',
  expected: 'a time zone such as Europe/Berlin',
  check: where((value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }),
};

/** The empty text, or a value of this kind; `meaning` says what the empty text means. */
export const orEmpty = <T extends string>(kind: Kind<T>, meaning = ''): Kind<T | ''> => ({
  ...kind,
  mayBeEmpty: true,
  expected: `${kind.expected}, or ""${meaning && ` ${meaning}`}`,
  check: (value) => (value === '' ? value : kind.check(value)),
});

/** One of a few words. */
export const oneOf = <const T extends string>(...values: readonly T[]): Kind<T> => ({
  name: 'oneOf',
  values,
  expected: `one of ${values.map((value) => `“${value}”`).join(', ')}`,
  check: (value) => values.find((known) => known === value),
});

export const list = (max: number, item: Kind<string>, items: string): Kind<readonly string[]> => ({
  name: 'list',
  max,
  item,
  expected: `a list of at most ${max} ${items}`,
  check(value) {
    if (!Array.isArray(value) || value.length > max) return undefined;
    const checked = value.map(item.check);
    return checked.every((one) => one !== undefined) ? checked : undefined;
  },
});

export interface ConfigProblem {
  /** The path with dots, for example `weather.latitude`. */
  readonly field: string;
  readonly expected: string;
  /** The value that was found, shortened. */
  readonly got: string;
  /** The problem is about the whole file: it was not used, and all fields have their defaults. */
  readonly isWholeFile?: true;
}

export interface ParsedConfig<T> {
  readonly config: T;
  readonly problems: readonly ConfigProblem[];
}

export type Loose = Record<string, unknown>;
export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as text for a problem. */
export const shorten = (value: unknown): string => {
  // A URL can contain a user name and a password: these are not repeated.
  const json = (JSON.stringify(value) ?? String(value)).replace(/:[^"]*@/g, ':(not repeated)@');
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
};

/** The problems of a field that is checked against a schema of its own. */
export const problemsOf = (field: string, issues: readonly v.BaseIssue<unknown>[]): ConfigProblem[] =>
  issues.map(({ path = [], message, input }) => ({
    field: [field, ...path.map(({ key }) => String(key))].join('.'),
    expected: message,
    got: shorten(input),
  }));

export const isField = (entry: Field<unknown> | Fields): entry is Field<unknown> =>
  typeof entry['check'] === 'function';

/** The values of a file. A missing or invalid field has its default; unknown fields are ignored. */
export function readFields<F extends Fields>(
  fields: F,
  raw: unknown,
  refuse: (problem: ConfigProblem) => void = () => undefined,
  path = '',
): ValuesOf<F> {
  const given = isObject(raw) ? raw : {};
  const values = Object.entries(fields).map(([name, entry]) => {
    const value = given[name];
    const here = path + name;
    const wrong = (expected: string): void => refuse({ field: here, expected, got: shorten(value) });
    if (!isField(entry)) {
      if (value !== undefined && !isObject(value)) wrong('an object');
      // A page without a server shows the first of several repositories.
      return [name, readFields(entry, [value].flat()[0], refuse, `${here}.`)];
    }
    const checked = value === undefined ? entry.default : entry.check(value);
    if (checked === undefined) wrong(entry.expected);
    return [name, checked ?? entry.default];
  });
  return Object.fromEntries(values) as ValuesOf<F>;
}

export const defaultsOf = <F extends Fields>(fields: F): ValuesOf<F> => readFields(fields, {});

export const notAnObject = <T>(raw: unknown, config: T): ParsedConfig<T> => ({
  config,
  problems: [{ field: 'config.json', expected: 'a JSON object', got: shorten(raw), isWholeFile: true }],
});
