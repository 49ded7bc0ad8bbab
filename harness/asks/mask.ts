/**
 * The text that replaces a key. The owner must see what a command does, so a value is masked only if it can
 * be nothing but a key. It is one word, but no path, no address and no name of a package; a shell would run
 * nothing in it; and the same text does not use the value's name again as a variable. `withoutSecrets`
 * (`data/readings/schemas/secrets.ts`) is for visitors, and removes more.
 */
const MASK = '•••';

/** The prefixes with which providers mark their keys, and the characters that follow them. */
const PREFIXES = [
  String.raw`sk-[\w-]{12,}`,
  String.raw`[sr]k_(?:live|test)_\w{10,}`,
  String.raw`gh[opsur]_\w{16,}`,
  String.raw`github_pat_\w{16,}`,
  String.raw`glpat-[\w-]{16,}`,
  String.raw`(?:AKIA|ASIA)[A-Z\d]{12,}`,
  String.raw`hwk_[\w-]{16,}`,
  String.raw`xox[a-z]-[\w-]{10,}`,
  String.raw`AIza[\w-]{30,}`,
  String.raw`npm_\w{30,}`,
  String.raw`pypi-[\w-]{30,}`,
  String.raw`eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}`,
];
/** A key with such a prefix that is not inside a path or a longer name. */
const KEY = new RegExp(String.raw`(?<![\w./~-])(?:${PREFIXES.join('|')})(?![\w/-])`, 'g');

const NAME = String.raw`(?:token|passw(?:or)?d|passphrase|secret|credentials?|(?:access|account|agent|api|auth|private|secret|shared|signing)[_-]?key)`;
/**
 * One word, with or without quotes, in which a shell finds no command and no variable. There is no space
 * between the quotes, because the first quote may be the end of another text.
 */
const VALUE = String.raw`(?:"[^"\s$\`\\;|&<>()]{1,200}"|'[^'\s$\`\\;|&<>()]{1,200}'|[\w+=.~/%@:-]{1,500}(?![\w+=.~/%@:([{$\`\\-]))`;
/** password=…, --token=…, "api_key": "…" */
const NAMED = new RegExp(String.raw`(?<=${NAME}(?:=|["']\s?:\s?))${VALUE}`, 'gi');
/** --password … */
const FLAG = new RegExp(String.raw`(?<=\s--?[\w-]{0,40}${NAME} )(?!-)${VALUE}`, 'gi');
/** Authorization: Bearer …, "authorization": "Bearer …" */
const BEARER = /(?<=\bauthorization["']?: {0,4}["']?bearer {1,4})[\w+=.~/-]{8,500}(?![\w+=.~/([{$`\\-])/gi;
/** https://name:password@host */
const PASSWORD = /(?<=:\/\/[^\s/?#:@"'$`]{0,100}:)[^\s/?#@"'$`(){}|;&<>]{1,200}(?=@)/g;

/** Whether a value names a file or an address. A key in base64 may have slashes too, but looks random. */
const isPath = (value: string): boolean =>
  /^(?:[./~]|\w+:\/\/)/.test(value) ||
  (value.includes('/') &&
    !(value.length >= 24 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)));

/** Whether a word looks random. A name of a package has no capital letter. */
const looksRandom = (value: string): boolean => /\d/.test(value) && /[A-Z]/.test(value);

/** A variable that a shell would replace by its value: `$name` or `${name…`. */
const VARIABLE = /\$\{?(\w{1,80})/g;

/** The name before a value, such as the “token” of `token=…`. */
const nameBefore = (text: string, at: number): string =>
  /(\w{1,80})["']?\s?[=:]\s?$/.exec(text.slice(Math.max(0, at - 90), at))?.[1] ?? '';

/**
 * Masks keys and passwords in the forms of this file. The prefix of a provider's key stays. Different values
 * get different marks, so that the owner can see a change from one value to another.
 */
export function withoutKeys(text: string): string {
  const marks = new Map<string, string>();
  const variables = new Set(Array.from(text.matchAll(VARIABLE), ([, name]) => name));
  const markOf = (value: string): string => {
    const mark = marks.get(value) ?? (marks.size === 0 ? MASK : `${MASK}${marks.size + 1}`);
    marks.set(value, mark);
    return mark;
  };
  const masked = (value: string, at: number, whole: string): string => {
    const quote = /^["']/.exec(value)?.[0] ?? '';
    const inner = quote === '' ? value : value.slice(1, -1);
    if (inner.startsWith(MASK) || isPath(inner)) return value;
    // The text uses this name as a variable, so the value is a part of what the command does.
    if (variables.has(nameBefore(whole, at))) return value;
    return `${quote}${markOf(inner)}${quote}`;
  };
  return text
    .replace(PASSWORD, markOf)
    .replace(NAMED, masked)
    .replace(FLAG, masked)
    .replace(BEARER, masked)
    .replace(KEY, (key) =>
      looksRandom(key) ? `${/^(?:[a-z]+[-_]|[A-Z]{4}|\w{3})/.exec(key)?.[0] ?? ''}${markOf(key)}` : key,
    );
}
