import { createHash } from 'node:crypto';
import { readBody } from '../../../data/core/http.ts';
import type { Source } from '../../../data/readings/sources/source.ts';
import { MAX_BUS_BYTES } from '../../bus/bus.ts';
import type { AnswerCodec, SharedAnswers } from './shared-answers.ts';

/**
 * Makes the gateway that asked last the first one whose answer expires, so that it asks again. Milliseconds.
 */
const MARGIN_MS = 5_000;

const okWith = (body: string): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' } });

/** The text of a good answer. */
const shape: AnswerCodec<{ readonly body: string } | { readonly response: Response }> = {
  toText: (answer) => ('body' in answer ? answer.body : undefined),
  fromText: (body) => ({ body }),
};

/**
 * The same source, asked for by one gateway of the world. The others read the same text, and check
 * it as if it came from the upstream.
 */
export const sharedSource = (source: Source, answers: SharedAnswers): Source => ({
  ...source,
  read: (io, config, signal) => {
    const fetch: typeof io.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      const key = `${source.name}-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`;
      const keepMs = source.intervalSeconds * 1000 - MARGIN_MS;
      const answer = await answers.get(key, keepMs, shape, async () => {
        const response = await io.fetch(input, init);
        return response.status === 200
          ? { body: await readBody(response, MAX_BUS_BYTES, url) }
          : { response };
      });
      return 'body' in answer ? okWith(answer.body) : answer.response;
    };
    // Without the cache of this gateway: a 304 would be of no use to the others.
    const { cache: _cache, ...rest } = io;
    return source.read({ ...rest, fetch }, config, signal);
  },
});
