import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';

/** Variables that a program needs to find the screen and to use the owner’s language. */
const DISPLAY = ['DISPLAY', 'XAUTHORITY', 'LANG'];

/**
 * The environment of a server’s process: standard variables, the display, and the variables that the owner
 * names. Keys of model providers and the token of the bridge are not passed.
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
