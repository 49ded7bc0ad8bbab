import { UserError } from '../../core/user-error.ts';
import { DesktopError, missingPackages, programsOn } from './programs.ts';
import { screenOf } from './windows.ts';

/** Throws a `UserError` if this machine has no X11 display, or lacks the programs for it. */
export async function checkMachine(env: NodeJS.ProcessEnv): Promise<void> {
  if (!env['DISPLAY'])
    throw new UserError(
      'DISPLAY is not set: there is no X11 desktop to control.',
      'Start it in an X11 session, or on a virtual screen: docs/games.md explains how.',
    );
  const missing = missingPackages(env);
  if (missing.programs.length > 0)
    throw new UserError(
      `There is no ${missing.programs.join(', no ')} on this machine.`,
      `On Debian and Ubuntu: apt-get install ${missing.packages.join(' ')}`,
    );
  try {
    await screenOf({ run: programsOn(env) });
  } catch (error) {
    if (!(error instanceof DesktopError)) throw error;
    throw new UserError(
      `The display ${env['DISPLAY']} cannot be opened: ${error.message}`,
      'Check DISPLAY, and XAUTHORITY if another user owns the desktop.',
    );
  }
}
