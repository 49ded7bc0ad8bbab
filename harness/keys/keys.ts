import { Database } from '../store/database.ts';
import { AgentKeys } from './agent-keys.ts';
import { keysSchema } from './keys-schema.ts';
import { Links } from './links.ts';
import { Passkeys } from './passkeys.ts';
import { SignInCodes } from './sign-in-codes.ts';
import { SignIns } from './sign-ins.ts';

export const KEYS_FILE = 'keys.sqlite';

/**
 * Who may do what in this home, in one SQLite file: the keys of agents, and the passkeys, sign-ins, codes and
 * links of the owner. The commands `keys` and `owner` change it while the home runs.
 *
 * It is not part of a backup: an old copy must not bring back a key that was revoked.
 */
export class Keys {
  readonly agents: AgentKeys;
  readonly codes: SignInCodes;
  readonly links: Links;
  readonly passkeys: Passkeys;
  readonly signIns: SignIns;
  readonly #database: Database;

  /** `file` may be `:memory:`. Throws if the file is damaged, or written by a newer home. */
  constructor(file: string, now: () => number = Date.now) {
    this.#database = new Database(file, keysSchema);
    this.agents = new AgentKeys(this.#database, now);
    this.codes = new SignInCodes(this.#database, now);
    this.links = new Links(this.#database, now);
    this.passkeys = new Passkeys(this.#database, now);
    this.signIns = new SignIns(this.#database, now);
  }

  close(): void {
    this.#database.close();
  }
}
