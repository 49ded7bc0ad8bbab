/**
 * Agents report commands and URLs, which all visitors read. The patterns match the secret parts. A pattern
 * looks back at the name of the secret only after a sign such as `=`, so that long texts are fast too.
 */
const NAME =
  '(?:token|passw(?:or)?d|passphrase|secret|credentials?|(?<![a-z\\d])(?:pass|pwd)|(?:access|account|api|auth|private|secret|shared|signing)[_-]?key)';
/** A value in quotes, in escaped quotes, or one word. */
const VALUE = String.raw`(?:\\"[^"\n]*"?|"[^"\n]*"?|'[^'\n]*'?|(?!…)[^\s&#;"']+)`;
const after = (names: string, flags = 'gi'): RegExp => new RegExp(`(?<=${names})${VALUE}`, flags);

/** Secrets after a space. They are replaced by `…`: otherwise a second pass would remove the next word. */
const SPACED = [
  // curl -u name:password, but not the numbers of docker run -u 1000:1000. This is the first pattern, because
  // a password may contain an “@”.
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
  // A password may contain a slash or a space, and programs also accept https:/ and https:\\. A port such as
  // host:80 does not match.
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

/** The text without passwords, tokens and keys in these forms. */
export const withoutSecrets = (text: string): string => replaceAll(replaceAll(text, SPACED, '…'), PARTS, '');
