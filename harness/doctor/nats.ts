import { connectNats } from '../bus/nats-connection.ts';
import { natsSettings } from '../bus/nats-settings.ts';
import { type FlagValues, textOf } from '../options.ts';
import { UserError } from '../user-error.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** JetStream of older servers lacks what the conversations need. */
const MIN_VERSION = [2, 9] as const;

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1]);
}

/** Connects to the NATS server of `--nats`; nothing without it. */
export async function checkNats(
  values: FlagValues,
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const name = 'nats';
  try {
    const settings = natsSettings(textOf(values['nats']), String(values['nats-world']), env);
    if (!settings) return [];
    const connection = await connectNats(settings, timeoutMs);
    const version = connection.info?.version ?? 'unknown';
    await connection.close();
    const says = `${settings.url} answers: nats-server ${version}, with JetStream. The world is “${settings.world}”.`;
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
