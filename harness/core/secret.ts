import { UserError } from './user-error.ts';

/** Whether a secret can be sent in an HTTP header, which allows only visible ASCII characters. */
export const fitsHeader = (secret: string): boolean => /^[\x21-\x7e]+$/.test(secret);

/** A shorter one can be guessed, and a longer one does not fit into `hello` and the sign-in. */
const [MIN_CHARACTERS, MAX_CHARACTERS] = [16, 200];

function faultOf(secret: string): string | undefined {
  if (!fitsHeader(secret)) return 'holds a space, a line break or a character that is not ASCII';
  if (/^(.)\1*$/.test(secret)) return 'repeats one character and can be guessed';
  if (secret.length < MIN_CHARACTERS) return `has fewer than ${MIN_CHARACTERS} characters and can be guessed`;
  return secret.length > MAX_CHARACTERS ? `has more than ${MAX_CHARACTERS} characters` : undefined;
}

/**
 * A secret of the home that its clients send as a bearer token; undefined where the owner has set none.
 * Throws a `UserError` for one that no client could send, or that can be guessed.
 */
export function secretOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const secret = env[name];
  if (!secret?.trim()) return undefined;
  const fault = faultOf(secret);
  if (fault === undefined) return secret;
  throw new UserError(
    `${name} ${fault}.`,
    'Make one with “openssl rand -hex 32”, and set it for the home and for everything that sends it.',
    2,
  );
}
