type Headers = Readonly<Record<string, string>>;

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** Sends a body as JSON; a text is sent as it is. */
export const postJson = (url: string | URL, body: unknown, headers: Headers = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
