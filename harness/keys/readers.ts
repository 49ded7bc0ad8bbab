import type { IncomingHttpHeaders } from 'node:http';
import type { Access, HomePart } from '../config/access.ts';
import type { Keys } from './keys.ts';

/**
 * Who reads: the owner; a guest, who sees what visitors of a public home see; or a stranger to a home that is
 * not public. In a public home every visitor is a guest.
 */
export type Reader = 'owner' | 'guest' | 'stranger';

/** What can be seen: a part of the home, or its pages themselves, with the home's name. */
export type Shown = HomePart | 'pages';

/** Who reads this home, and what they may see. */
export class Readers {
  readonly #access: Access;
  readonly #keys: Pick<Keys, 'signIns' | 'links'>;

  constructor(access: Access, keys: Pick<Keys, 'signIns' | 'links'>) {
    this.#access = access;
    this.#keys = keys;
  }

  get isPublic(): boolean {
    return this.#access === 'public';
  }

  /** The parts that strangers see, if the owner chose some; undefined if they see all, or nothing at all. */
  get visitorsSee(): readonly HomePart[] | undefined {
    return typeof this.#access === 'string' ? undefined : this.#access.visitorsSee;
  }

  /** The reader that sent these headers. */
  of(headers: IncomingHttpHeaders): Reader {
    if (this.#keys.signIns.find(headers)) return 'owner';
    return this.isPublic || this.#keys.links.linkIn(headers) ? 'guest' : 'stranger';
  }

  sees(reader: Reader, shown: Shown): boolean {
    if (reader !== 'stranger') return true;
    return this.visitorsSee !== undefined && (shown === 'pages' || this.visitorsSee.includes(shown));
  }
}
