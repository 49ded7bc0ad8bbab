/** Of one answer, unpacked. Four thousand tokens in an event each are less than two. */
const MAX_ANSWER_BYTES = 8_000_000;

/** Passes bytes on until there are too many: the libraries would take two gigabytes of an answer. */
function limit(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) controller.error(new Error('The answer is too large.'));
      else controller.enqueue(chunk);
    },
  });
}

/**
 * `fetch` for the requests to a model. It follows no redirect: another server would get the visitor's
 * words and, with some providers, the key.
 */
export const modelFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit()), { status, statusText, headers });
};
