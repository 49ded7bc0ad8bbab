import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { UserError } from '../core/user-error.ts';

/** Where the NATS server is, and how a gateway signs in. */
export interface NatsSettings {
  /** `nats://host:port`, or `tls://host:port`. */
  readonly url: string;
  /** Keeps the worlds of one server apart. */
  readonly world: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly token?: string | undefined;
  /** The content of a credentials file, as `nsc` writes it. */
  readonly credentials?: Uint8Array | undefined;
}

/** The world of homes that name none. */
export const DEFAULT_WORLD = 'home';
const DEFAULT_PORT = '4222';
/** A valid name of a world. It becomes a part of the names of subjects, streams and buckets. */
const WORLD = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** The address with its port. Throws a `UserError` for one that no NATS server can have. */
function addressOf(text: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `nats://${text}`);
  const isNats = url !== null && ['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '';
  if (!isNats || !['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
    // The text is not repeated: it may contain a password.
    throw new UserError(
      'The address given with --nats is not one of a NATS server.',
      'Write it as nats://host:4222, or tls://host:4222 for an encrypted connection.',
      2,
    );
  if (url.username !== '' || url.password !== '')
    throw new UserError(
      'The address given with --nats has a name or a password in it, which other programs on this machine can read.',
      'Leave them out, and set HOME_WORLD_NATS_USER and HOME_WORLD_NATS_PASSWORD in the environment.',
      2,
    );
  const host = isIP(url.hostname) === 6 ? `[${url.hostname}]` : url.hostname;
  return `${url.protocol}//${host}:${url.port || DEFAULT_PORT}`;
}

function credentialsIn(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    throw new UserError(
      `The file that HOME_WORLD_NATS_CREDS names cannot be read: ${file}`,
      'Check its name and its permissions.',
      2,
    );
  }
}

/**
 * The settings of `--nats` and `--nats-world`; undefined without `--nats`. Throws a `UserError`.
 * @param given The name of the world; undefined if the owner names no world.
 */
export function natsSettings(
  url: string | undefined,
  given: string | undefined,
  env: NodeJS.ProcessEnv,
): NatsSettings | undefined {
  if (url === undefined) {
    if (given === undefined) return undefined;
    throw new UserError(
      `There is a name of a world (“${given}”), but no NATS server for it.`,
      'Add --nats URL (HOME_WORLD_NATS), or leave --nats-world (HOME_WORLD_NATS_WORLD) out.',
      2,
    );
  }
  const world = given ?? DEFAULT_WORLD;
  if (!WORLD.test(world))
    throw new UserError(
      `“${world}” cannot be the name of a world.`,
      'Use up to 32 small letters, digits and hyphens with --nats-world.',
      2,
    );
  const secret = (name: string): string | undefined => env[`HOME_WORLD_NATS_${name}`]?.trim() || undefined;
  const file = secret('CREDS');
  return {
    url: addressOf(url),
    world,
    user: secret('USER'),
    password: secret('PASSWORD'),
    token: secret('TOKEN'),
    credentials: file === undefined ? undefined : credentialsIn(file),
  };
}
