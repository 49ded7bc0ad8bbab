import type { HttpIo } from '../../data/core/http.ts';

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

/** The parsed answers of a process without an HTTP cache, with the headers of their next requests. */
export class AnswerCache implements NonNullable<HttpIo['cache']> {
  readonly #answers = new Map<string, Answer>();

  headers(url: string): Readonly<Record<string, string>> | undefined {
    return this.#answers.get(url)?.headers;
  }

  value(url: string): unknown {
    return this.#answers.get(url)?.value;
  }

  /** Keeps an answer. One without an ETag and a date is not kept: a conditional request needs one of them. */
  keep(url: string, headers: Headers, value: unknown): void {
    const etag = headers.get('etag');
    const modified = headers.get('last-modified');
    if (!etag && !modified) return;
    this.#answers.set(url, {
      headers: { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) },
      value,
    });
  }
}
