/** A `CacheStorage` in memory, as far as the home uses one: names and answers in the order of their making. */
export class MemoryCaches {
  readonly stored = new Map<string, Map<string, Response>>();
  /** As a browser that refuses storage. */
  isRefused = false;

  async open(name: string): Promise<Cache> {
    if (this.isRefused) throw new DOMException('denied', 'SecurityError');
    const answers = this.stored.get(name) ?? new Map<string, Response>();
    this.stored.set(name, answers);
    return {
      async matchAll(url: string, { ignoreSearch = false }: CacheQueryOptions = {}) {
        const address = (of: string): string => (ignoreSearch ? of.replace(/\?.*/, '') : of);
        const found = [...answers].filter(([other]) => address(other) === address(url));
        return found.map(([, answer]) => answer.clone());
      },
      async put(url: string, response: Response) {
        answers.delete(url);
        answers.set(url, response);
      },
      keys: async () => [...answers.keys()],
      delete: async (url: string) => answers.delete(url),
    } as unknown as Cache;
  }

  async keys(): Promise<string[]> {
    return [...this.stored.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.stored.delete(name);
  }
}
