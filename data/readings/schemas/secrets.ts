/**
 * Agents report commands and addresses, which every visitor reads. The patterns find the secret parts of them. Each
 * looks back at the name of the secret only where a sign such as `=` ends it, so that long texts are fast too.
 */
const NAME =
  '(?:token|passw(?:or)?d|passphrase|secret|credentials?|(?<![a-z\\d])(?:pass|pwd)|(?:access|account|api|auth|private|secret|shared|signing)[_-]?key)';
/** In quotes, in quotes with a backslash as within other quotes, or one word. */
const VALUE = String.raw`(?:\\"[^"\n]*"?|"[^"\n]*"?|'[^'\n]*'?|(?!…)[^\s&#;"']+)`;
const after = (names: string, flags = 'gi'): RegExp => new RegExp(`(?<=${names})${VALUE}`, flags);

/** Secrets behind a space. `…` stays in their place: the next word is no secret where the text is cleaned once more. */
const SPACED = [
  // curl -u name:password, but not the numbers of docker run -u 1000:1000. First: a password may hold an “@”.
  /(?<=(?:^|\s)(?:-u|--user)[ =]?)(?!\d+:\d+(?:\s|$))(?:"[^":]+:[^"]*"|'[^':]+:[^']*'|[^\s"':]+:\S*)/g,
  // --password …
  after(`(?:^|\\s)--?[\\w-]*${NAME} (?!-)`),
  // "password": "…", also \"password\": \"…\"
  after(`["'][\\w-]*${NAME}\\\\?["']\\s?:\\s?`),
  // X-Api-Key: …, DB_PASSWORD: …, but not the line numbers of files
  after(`(?<![^\\s"'])[\\w-]*[_-](?:key|${NAME}):(?:\\s|(?!\\d{1,6}(?:[\\s:]|$)))`),
  // Authorization: Bearer …
  /(?<=authorization\\?["']?\s?:\s?\\?["']?(?:basic|bearer|token) )(?!…)[^\s"'\\]+/gi,
];

const PARTS = [
  // https://name:password@host
  /(?<=\/\/)[^\s/?#]*@/g,
  // A password may hold a slash or a space, and programs take https:/ and https:\\ too. host:80 has none.
  /(?<=[a-z][a-z\d+.-]+:[\\/]{1,4})[^\s\\/?#:@[]*:(?!\s|\d{1,5}(?:[\s\\/?#,.;)]|$))(?:\S{0,300}|[^@/]{0,300}(?<!\s))@(?=[\w[])/gi,
  // name:password@host
  /(?<![^\s"'=(])(?!(?:acct|mailto|npm|sip):)[^\s"'=(\\/?#:@]+:(?!\/\/)[^\s\\/]{1,300}@(?!sha\d+:)(?=[\w[])/gi,
  // TOKEN=…, PGPASSWORD=…, --password=…, ?access_token=…
  after(`${NAME}=`),
  // STRIPE_KEY=…
  after('[A-Z\\d]_KEY=', 'g'),
  // ?key=…, ?sig=…, but not the key=… of other texts
  after('[?&#;](?:[\\w-]*[_-])?(?:key|appid|auth|sig|signature)='),
];

const replaceAll = (text: string, patterns: readonly RegExp[], by: string): string =>
  patterns.reduce((rest, pattern) => rest.replace(pattern, by), text);

/** The text without passwords, tokens and keys in the forms above. */
export const withoutSecrets = (text: string): string => replaceAll(replaceAll(text, SPACED, '…'), PARTS, '');
