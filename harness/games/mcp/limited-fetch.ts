import type { FetchLike } from '@modelcontextprotocol/client';

/** One answer: a screenshot of 8 MB in base64, and the JSON around it. */
const MAX_BODY_BYTES = 12_000_000;

/** `fetch` that aborts an answer, or a stream of events, of more than 12 MB: the SDK has no limit. */
export const limitedFetch: FetchLike = async (url, init) => {
  const response = await fetch(url, init);
  if (!response.body) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) controller.error(new Error('the server sent more than 12 MB'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
};
