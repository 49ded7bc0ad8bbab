import { RequestError, hostOf } from '../../core/http.ts';
import { textSource } from './source.ts';

/** At most twelve digits, enough for one block a second in thirty thousand years. */
const HEIGHT = /^\d{1,12}$/;

/** `{chain_url}/api/blocks/tip/height` (specification 4.B): plain digits. */
export const blockHeight = textSource({
  name: 'blockHeight',
  url: ({ chain }) => chain.url && `${chain.url.replace(/\/+$/, '')}/api/blocks/tip/height`,
  timeoutSeconds: 15,
  // Explorers answer a wrong path with an HTML page and status 200. `parse` refuses such a page; only a much
  // larger answer exceeds this size.
  maxBytes: 200_000,
  parse(text, _headers, url) {
    const digits = text.trim();
    if (!HEIGHT.test(digits)) throw new RequestError(`what ${hostOf(url)} sent is not a block height`);
    return { kind: 'value', value: Number(digits) };
  },
});
