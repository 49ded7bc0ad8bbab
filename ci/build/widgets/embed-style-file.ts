import type { Plugin } from 'rollup';
import { EMBED_STYLE_FILE, embedStyle } from '../../../harness/gateway/syndication/embed-style.ts';

/** Writes `embed.css`, as a host without a gateway serves it: for a home with the usual rows. */
export const embedStyleFile = (): Plugin => ({
  name: 'home-world-embed-style',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: EMBED_STYLE_FILE, source: embedStyle() });
  },
});
