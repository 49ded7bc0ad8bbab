import type { IncomingHttpHeaders } from 'node:http';
import { SECRET_CHARACTERS } from '../core/secret.ts';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path?: string;
  readonly seconds: number;
  readonly sameSite?: 'Strict' | 'Lax';
  readonly isSecure: boolean;
}

/** A `Set-Cookie` header for a cookie that scripts do not see. */
export function cookieOf(cookie: Cookie): string {
  const { name, value, path = '/', seconds, sameSite = 'Strict', isSecure } = cookie;
  // Over HTTPS, the name has a prefix: with it, browsers accept the cookie only from this host, and for all
  // paths.
  const prefix = isSecure && path === '/' ? '__Host-' : '';
  return `${prefix}${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`;
}

/** Matches a cookie of this name that has a secret. */
export const secretCookie = (name: string): RegExp =>
  new RegExp(`^(?:__Host-)?${name}=([\\w-]{${SECRET_CHARACTERS}})$`);

/** What a pattern finds in each cookie of these headers. */
export const cookiesIn = ({ cookie = '' }: IncomingHttpHeaders, pattern: RegExp): RegExpExecArray[] =>
  cookie
    .split(';')
    .map((pair) => pattern.exec(pair.trim()))
    .filter((match) => match !== null);
