import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';

/** What a program needs to find the screen and to write in the owner’s language. */
const DISPLAY = ['DISPLAY', 'XAUTHORITY', 'LANG'];

/**
 * The environment of a server’s process: what every program needs, the display, and the variables that the owner
 * names. Keys of model providers and the token of the bridge stay here.
 */
export function serverEnvironment(
  named: readonly string[],
  env: NodeJS.ProcessEnv,
): { env: Record<string, string>; missing: readonly string[] } {
  const given = [...Object.keys(getDefaultEnvironment()), ...DISPLAY, ...named].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { env: Object.fromEntries(given), missing: named.filter((name) => env[name] === undefined) };
}
