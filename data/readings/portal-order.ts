import type { PortalHealth } from './records.ts';

/** What the order depends on. */
interface Ordered {
  readonly id: string;
  readonly presence: PortalHealth['status'];
}

/**
 * The order in which portals get their places. The first places are in the view from the start, so portals to
 * offline worlds come last. The order is fixed when a portal is first seen in a visit, so that later health
 * checks do not move the portal.
 */
export class PortalOrder {
  readonly #ids: string[] = [];

  /** The portals in the order of their places. */
  sort<T extends Ordered>(portals: readonly T[]): T[] {
    const added = portals.filter(({ id }) => id !== '' && !this.#ids.includes(id));
    const isOffline = ({ presence }: Ordered): boolean => presence === 'offline';
    for (const group of [added.filter((portal) => !isOffline(portal)), added.filter(isOffline)])
      this.#ids.push(...group.map(({ id }) => id));
    return portals.toSorted((a, b) => this.#ids.indexOf(a.id) - this.#ids.indexOf(b.id));
  }
}
