import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { networksOf } from '../core/networks.ts';

/**
 * The requests of the current minute, by address and by network of IPv6: the plugin's own store has one count for
 * each key. All counts begin again at once, so nothing is kept of addresses that are gone.
 */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, number>();
  /** Not the time of the day, which may be set back. */
  #endsAt = 0;

  /** A refused request is not counted: it must not use up what others of its network may request. */
  incr(
    key: string,
    callback: Parameters<FastifyRateLimitStore['incr']>[1],
    windowMs: number,
    max: number,
  ): void {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#counts.clear();
      this.#endsAt = now + windowMs;
    }
    const networks = networksOf(key);
    const before = networks.map(({ name, share }) => Math.floor((this.#counts.get(name) ?? 0) / share));
    const current = Math.max(...before) + 1;
    if (current <= max)
      for (const { name } of networks) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    callback(null, { current, ttl: this.#endsAt - now });
  }

  /** The routes with a limit of their own are counted apart. */
  child(): RequestCounts {
    return new RequestCounts();
  }
}
