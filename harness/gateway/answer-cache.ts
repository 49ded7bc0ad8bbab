import type { HttpIo } from '../../data/core/http.ts';

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}

/** A cache of parsed answers, with the headers of the next conditional requests. Node has no HTTP cache. */
export class AnswerCache implements NonNullable<HttpIo['cache']> {
  readonly #answers = new Map<string, Answer>();

  headers(url: string): Readonly<Record<string, string>> | undefined {
    return this.#answers.get(url)?.headers;
  }

  value(url: string): unknown {
    return this.#answers.get(url)?.value;
  }

  /** Keeps an answer, unless it has neither an ETag nor a date: a conditional request needs one of them. */
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
