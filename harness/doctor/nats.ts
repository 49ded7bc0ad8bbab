import type { NatsConnection } from '@nats-io/transport-node';
import { errorMessage } from '../../data/core/text.ts';
import { counted } from '../../data/readings/format.ts';
import { connectNats } from '../bus/nats-connection.ts';
import { natsSettings } from '../bus/nats-settings.ts';
import { type FlagValues, textOf } from '../core/options.ts';
import { countMessages } from '../store/jetstream/streams.ts';
import { UserError } from '../core/user-error.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** JetStream of older servers lacks what the conversations need. */
const MIN_VERSION = [2, 9] as const;

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]);
}

/** How many messages of a world the server keeps. Throws a `UserError` if this user may not read that. */
async function messagesOn(connection: NatsConnection, world: string): Promise<number> {
  try {
    const { jetstreamManager } = await import('@nats-io/jetstream');
    return await countMessages(await jetstreamManager(connection, { checkAPI: false }), world);
  } catch (error) {
    throw new UserError(
      `The NATS server gives no information about the conversations: ${errorMessage(error)}.`,
      'Give the user of the home the rights that docs/operations.md names.',
    );
  }
}

/** Connects to the NATS server of `--nats`; nothing without it. */
export async function checkNats(
  values: FlagValues,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const name = 'nats';
  try {
    const settings = natsSettings(textOf(values['nats']), textOf(values['nats-world']), env);
    if (!settings) return [];
    const { url, world } = settings;
    const connection = await connectNats(settings, timeoutMs);
    const version = connection.info?.version ?? 'unknown';
    const kept = await messagesOn(connection, world).finally(() => connection.close());
    const says = `${url} answers: nats-server ${version}, with JetStream. It keeps ${counted(kept, 'message')} of the world “${world}”.`;
    return [
      isOld(version)
        ? note(name, says, `Update it: the home is made for version ${MIN_VERSION.join('.')} and later.`)
        : ok(name, says),
    ];
  } catch (error) {
    if (error instanceof UserError) return [problem(name, error.message, error.fix)];
    throw error;
  }
}
