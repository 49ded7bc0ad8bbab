import type { PortalViewModel } from './portal-view-model.ts';

/**
 * Who gets which place: the first ones stand in the start view. Portals to worlds that are offline come
 * last. Decided when a portal is first seen in a visit: a place where a visitor has seen a portal stays
 * its place, whatever health checks say later.
 */
export class PortalOrder {
  readonly #ids: string[] = [];

  /** The views in the order of their places. */
  sort(views: readonly PortalViewModel[]): PortalViewModel[] {
    const added = views.filter(({ id }) => id !== '' && !this.#ids.includes(id));
    const isOffline = ({ presence }: PortalViewModel): boolean => presence === 'offline';
    for (const group of [added.filter((view) => !isOffline(view)), added.filter(isOffline)])
      this.#ids.push(...group.map(({ id }) => id));
    return views.toSorted((a, b) => this.#ids.indexOf(a.id) - this.#ids.indexOf(b.id));
  }
}
