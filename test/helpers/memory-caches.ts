/** A `CacheStorage` in memory, as far as the home uses one: names and answers in the order of their making. */
export class MemoryCaches {
  readonly stored = new Map<string, Map<string, Response>>();
  /** As a browser that refuses storage. */
  isRefused = false;
  /** The number of answers that were written, over all caches. */
  puts = 0;

  async open(name: string): Promise<Cache> {
    if (this.isRefused) throw new DOMException('denied', 'SecurityError');
    const answers = this.stored.get(name) ?? new Map<string, Response>();
    this.stored.set(name, answers);
    const addressOf = (given: RequestInfo): string => (typeof given === 'string' ? given : given.url);
    return {
      async keys(given?: RequestInfo, { ignoreSearch = false }: CacheQueryOptions = {}) {
        const address = (of: string): string => (ignoreSearch ? of.replace(/\?.*/, '') : of);
        const wanted = given && address(addressOf(given));
        const all = [...answers.keys()].filter((url) => wanted === undefined || address(url) === wanted);
        return all.map((url) => new Request(url));
      },
      match: async (given: RequestInfo) => answers.get(addressOf(given))?.clone(),
      put: async (url: string, response: Response) => {
        this.puts += 1;
        answers.delete(url);
        answers.set(url, response);
      },
      delete: async (given: RequestInfo) => answers.delete(addressOf(given)),
    } as unknown as Cache;
  }

  async keys(): Promise<string[]> {
    return [...this.stored.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.stored.delete(name);
  }
}
