/** The statuses with which a proxy answers if the home behind it does not run. */
const PROXY_STATUS: readonly number[] = [502, 503, 504];

/**
 * Whether a proxy answered instead of the home. If the home itself answers with such a status, the body is
 * JSON and names the upstream that failed.
 */
export const isFromProxy = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  PROXY_STATUS.includes(status) && !headers.get('content-type')?.includes('json');
