import type { Config } from '../../config/config.ts';
import { sourceNames } from '../labels.ts';
import { type Outcome, type Source, SourceError, getText, hostOf } from './source.ts';

const url = ({ chain }: Config): string => `${chain.url.replace(/\/+$/, '')}/api/blocks/tip/height`;

/** At most twelve digits: a block a second for thirty thousand years. Explorers answer wrong paths with a page and status 200. */
const HEIGHT = /^\d{1,12}$/;

/** `{chain_url}/api/blocks/tip/height` (specification 4.B): plain digits. */
export const blockHeight: Source<number> = {
  name: 'block-height',
  intervalSeconds: 60,
  timeoutSeconds: 15,
  label: (config) => sourceNames(config).blockHeight,
  url,
  read: (io, config, signal) =>
    getText<Outcome<number>>(io, {
      url: url(config),
      signal,
      // An explorer's whole page is refused by its form; only something absurd is refused by its length.
      maxBytes: 200_000,
      parse(text) {
        const digits = text.trim();
        if (!HEIGHT.test(digits))
          throw new SourceError(`what ${hostOf(url(config))} sent is not a block height`);
        return { kind: 'value', value: Number(digits) };
      },
    }),
  target: (state) => state.readings.blockHeight,
};
