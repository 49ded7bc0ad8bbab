import { type GamesConfig, gameSettings } from '../config/games-config.ts';
import { gamePortalsOf } from '../games/play/game-portal.ts';
import { checkMachine } from '../games/x11/windows.ts';
import { missingPackages } from '../games/x11/programs.ts';
import { UserError } from '../core/user-error.ts';
import { type Finding, note, ok } from './finding.ts';

/** The programs with which the home follows the window of a game for another desktop-control server. */
const FOLLOWING: readonly string[] = ['xdotool', 'xwininfo'];

/**
 * Whether any game is played with the home's own server, and whether any is played with another program of
 * this machine.
 */
function serversOf(ids: readonly string[], config: GamesConfig | undefined) {
  const servers = ids.map((id) => gameSettings(config, id).desktop);
  return {
    hasOwn: servers.includes(undefined),
    hasOther: servers.some((server) => server !== undefined && 'command' in server),
  };
}

/**
 * Checks the programs that follow a game's window. Another server works without them too, but then shows the
 * whole screen.
 */
function checkFollowing(name: string, env: NodeJS.ProcessEnv): Finding {
  const missing = missingPackages(env).programs.filter((program) => FOLLOWING.includes(program));
  if (missing.length === 0) return ok(name, 'The programs that follow the window of a game are there.');
  return note(
    name,
    `There is no ${missing.join(', no ')}: with this desktop server, the resident and visitors would see the whole screen.`,
    'On Debian and Ubuntu: apt-get install xdotool x11-utils',
  );
}

/**
 * Checks what the games of the owner need on this machine; returns nothing for a home without games. All
 * findings are notes: the home itself runs without these programs, and “home-world play” may run on another
 * machine.
 */
export async function checkGames(
  data: string,
  config: GamesConfig | undefined,
  env: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const name = 'games';
  const ids = new Set([...Object.keys(config?.portals ?? {}), ...(await gamePortalsOf(data))]);
  const { hasOwn, hasOther } = serversOf([...ids], config);
  if (!hasOwn) return hasOther ? [checkFollowing(name, env)] : [];
  try {
    await checkMachine(env);
    return [ok(name, `The display ${env['DISPLAY']} and the programs to play on it are there.`)];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [note(name, `“home-world play” would not work here. ${error.message}`, error.fix)];
  }
}
