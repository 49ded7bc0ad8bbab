import { sourceNames } from '../labels.ts';
import { type Outcome, type Source, getText } from './source.ts';

const url = (base: string): string => new URL('soul.md', base).href;
/** A few pages; nobody carves more into a stone. */
const MAX_BYTES = 20_000;
/** A static host that answers every address with its page. */
const isPage = (text: string): boolean => /^\s*<(?:!doctype|html)\b/i.test(text);

/** `soul.md`: the oath, as its owner wrote it. */
export const soul: Source<string> = {
  name: 'soul',
  intervalSeconds: 600,
  timeoutSeconds: 10,
  label: (config) => sourceNames(config).soul,
  url: (_config, base) => url(base),
  read: (io, _config, signal) =>
    getText<Outcome<string>>(io, {
      url: url(io.base),
      signal,
      maxBytes: MAX_BYTES,
      refused: (status) => (status === 404 ? { kind: 'empty', cause: 'there is no such file' } : undefined),
      parse: (text) =>
        text.trim() === '' || isPage(text)
          ? { kind: 'empty', cause: 'nothing is written there' }
          : { kind: 'value', value: text.trim() },
    }),
  target: (state) => state.readings.soul,
};
