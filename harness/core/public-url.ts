import { UserError } from './user-error.ts';

/** `--public-url` as an http(s) address without query and fragment, ending in a slash. */
export function publicUrlOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.parse(given);
  const plain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url && plain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/*$/, '/');
  throw new UserError(
    `--public-url needs the http(s) address of the home, got “${given.replace(/:\/\/[^/]*@/, '://(not repeated)@')}”.`,
    'Give it as visitors type it, for example --public-url https://home.example/.',
    2,
  );
}
