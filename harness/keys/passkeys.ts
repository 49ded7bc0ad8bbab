import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Database } from '../store/database.ts';

/** The maximum number of passkeys: more than an owner has devices. */
const MAX_PASSKEYS = 50;
/** How long a person may take to confirm, in milliseconds. */
export const PASSKEY_TIMEOUT_MS = 120_000;

/** Times are in milliseconds since the epoch. */
interface Passkey {
  readonly id: number;
  readonly name: string;
  readonly madeAt: number;
  /** Undefined if it was never used to sign in. */
  readonly usedAt: number | undefined;
}

/** The page for which a passkey is: its origin, and the host name to which browsers bind the passkey. */
export interface RelyingParty {
  readonly origin: string;
  readonly id: string;
}

/** The library takes a tenth of a second to load, so it is loaded only when a passkey is used. */
const webauthn = () => import('@simplewebauthn/server');

const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/**
 * The relying party of a page, or why browsers offer no passkeys there:
 * https://www.w3.org/TR/webauthn-3/#rp-id allows host names only, and a page has the API only over HTTPS or
 * on this machine.
 */
export function relyingPartyOf(origin: string): RelyingParty | { readonly problem: string } {
  const { protocol, hostname } = new URL(origin);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) > 0)
    return {
      problem:
        'Browsers allow no passkeys at an IP address: open the home under a host name with HTTPS, or at http://localhost.',
    };
  if (protocol !== 'https:' && !isLocal(hostname))
    return {
      problem:
        'Browsers allow passkeys only over HTTPS: put the home behind a server with TLS (docs/deploying.md).',
    };
  return { origin, id: hostname };
}

function publicKeyOf({ public_key: bytes }: Readonly<Record<string, unknown>>): Uint8Array<ArrayBuffer> {
  if (bytes instanceof Uint8Array) return new Uint8Array(bytes);
  throw new TypeError('the passkey in the file is damaged');
}

/** The passkeys of the owner: one for each device, or one for several devices that synchronise it. */
export class Passkeys {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  list(): Passkey[] {
    return this.#database.read(() =>
      this.#database
        .statement('SELECT id, name, made_at, used_at FROM passkeys ORDER BY id')
        .all()
        .map((row) => ({
          id: Number(row['id']),
          name: String(row['name']),
          madeAt: Number(row['made_at']),
          usedAt: row['used_at'] === null ? undefined : Number(row['used_at']),
        })),
    );
  }

  rename(id: number, name: string): boolean {
    const { changes } = this.#database.statement('UPDATE passkeys SET name = ? WHERE id = ?').run(name, id);
    return Number(changes) === 1;
  }

  /** Revokes a passkey, and with it every sign-in that began with it. */
  revoke(id: number): boolean {
    return Number(this.#database.statement('DELETE FROM passkeys WHERE id = ?').run(id).changes) === 1;
  }

  /** What a browser needs to make a passkey. */
  async registration(party: RelyingParty, homeName: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await webauthn();
    return generateRegistrationOptions({
      rpName: homeName,
      rpID: party.id,
      userName: 'owner',
      userDisplayName: `Owner of ${homeName}`,
      // The user is the same on each device, so a device replaces its old passkey if that was removed here.
      // Homes at other ports of a host have the same relying party, so each home has a user of its own.
      userID: createHash('sha256').update(`owner of ${party.origin}`).digest(),
      timeout: PASSKEY_TIMEOUT_MS,
      excludeCredentials: this.#credentials(party),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Stores a passkey. Rejects if the answer of the browser is not right. */
  async register(
    party: RelyingParty,
    challenge: string,
    response: RegistrationResponseJSON,
    name: string,
  ): Promise<void> {
    const { verifyRegistrationResponse } = await webauthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!registrationInfo) throw new Error('the signature of the passkey is not right');
    const { credential } = registrationInfo;
    this.#database.write(() => {
      if (this.list().length >= MAX_PASSKEYS)
        throw new Error(`there are ${MAX_PASSKEYS} passkeys; remove one first`);
      this.#database
        .statement(
          `INSERT INTO passkeys (credential, rp_id, public_key, counter, transports, name, made_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          credential.id,
          party.id,
          credential.publicKey,
          credential.counter,
          JSON.stringify(credential.transports ?? []),
          name,
          this.#now(),
        );
    });
  }

  /** What a browser needs to use a passkey. It names no passkey: the browser finds its own. */
  async authentication(party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await webauthn();
    return generateAuthenticationOptions({
      rpID: party.id,
      timeout: PASSKEY_TIMEOUT_MS,
      userVerification: 'required',
    });
  }

  /**
   * Checks the answer of a browser; resolves with the id of its passkey. Rejects if the answer is not right,
   * or if the counter of the passkey went back, which shows that a copy of the passkey exists.
   * @param useChallenge Uses up the challenge of the browser. It is called for known passkeys only: strangers
   * must not fill the list of used challenges.
   */
  async authenticate(
    party: RelyingParty,
    useChallenge: () => string | undefined,
    response: AuthenticationResponseJSON,
  ): Promise<number> {
    const row = this.#database
      .statement(
        'SELECT id, public_key, counter, transports FROM passkeys WHERE credential = ? AND rp_id = ?',
      )
      .get(response.id, party.id);
    if (!row) throw new Error('this home does not know the passkey; it may have been removed');
    const challenge = useChallenge();
    if (challenge === undefined) throw new Error('this took too long, or was sent twice; try again');
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: publicKeyOf(row),
        counter: Number(row['counter']),
        transports: JSON.parse(String(row['transports'])) as AuthenticatorTransport[],
      },
    });
    if (!verified) throw new Error('the signature of the passkey is not right');
    const id = Number(row['id']);
    const { changes } = this.#database
      .statement('UPDATE passkeys SET counter = ?, used_at = ? WHERE id = ? AND counter = ?')
      .run(authenticationInfo.newCounter, this.#now(), id, Number(row['counter']));
    if (Number(changes) !== 1) throw new Error('the passkey was used or removed at the same moment');
    return id;
  }

  #credentials({ id }: RelyingParty): { id: string; transports: AuthenticatorTransport[] }[] {
    return this.#database
      .statement('SELECT credential, transports FROM passkeys WHERE rp_id = ? ORDER BY id')
      .all(id)
      .map((row) => ({
        id: String(row['credential']),
        transports: JSON.parse(String(row['transports'])) as AuthenticatorTransport[],
      }));
  }
}
