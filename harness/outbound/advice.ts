/** The servers that a home asks, by the field of `config.json` that names them. */
export type Field = 'codeHost' | 'weather' | 'chain' | 'relays';

const fieldNames: Readonly<Record<Field, string>> = {
  codeHost: 'codeHost.url',
  weather: 'weather.url',
  chain: 'chain.url',
  relays: 'relays',
};

/**
 * What to do about each kind of cause. The first pattern that matches is used, so more general patterns come
 * later. The causes are errors from `fetch.ts`, for requests of the sources and of the code host. `*` stands
 * for the field of `config.json`.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  [
    /git fetch failed/,
    'Run “git fetch” in the repository as the user of the home, and correct what it says: it may ask for nothing.',
  ],
  [/renamed/, 'Write its new owner and name as codeHost.owner and codeHost.repo in config.json.'],
  [/redirect/, 'Write the base address of the server that it redirects to as * in config.json.'],
  [
    /host name/,
    'Check that this machine has a network and can look names up (DNS), then the name in * of config.json.',
  ],
  [/certificate/, 'Correct the certificate of that server, or the name in * of config.json.'],
  [
    /limits requests|answered 429/,
    'Wait until it accepts requests again; if that happens often, name another server as * in config.json.',
  ],
  [/answered 5\d\d|broke/, 'The error is on that server: look there, or name another as * in config.json.'],
  [/no value for this place/, 'Wait, or check weather.latitude and weather.longitude in config.json.'],
  [
    /answered \d|not a|not valid JSON|JSON list|not with commits|too large|sent more/,
    'Something else answers there: write the base address of the service as * in config.json.',
  ],
  [
    /no answer/,
    'Check that the server of * in config.json runs, and that no firewall stops requests of this machine to it.',
  ],
  [
    /refused the connection|reached/,
    'Check that this machine has a network and may connect to it, and that the server of * in config.json runs.',
  ],
];

/** What an owner can do when a server of a field fails for this cause. */
export function adviceFor(field: Field, cause: string): string {
  const [, advice] = rules.find(([pattern]) => pattern.test(cause)) ?? [];
  return (advice ?? 'Check * in config.json.').replace('*', fieldNames[field]);
}
