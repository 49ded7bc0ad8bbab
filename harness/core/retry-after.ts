/**
 * `Retry-After` in milliseconds. The header has seconds or a date:
 * https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(headers: Headers, now: number, most: number): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), most);
}
