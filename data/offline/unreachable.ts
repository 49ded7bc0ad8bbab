/** What a proxy in front of a home that is down answers. */
const PROXY_STATUS: readonly number[] = [502, 503, 504];

/**
 * Whether a proxy answered instead of the home. The home's own answers of these statuses are JSON and
 * say which upstream failed.
 */
export const isFromProxy = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  PROXY_STATUS.includes(status) && !headers.get('content-type')?.includes('json');
