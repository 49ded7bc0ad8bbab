import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { DesktopControl } from '../../games/x11/desktop-control.ts';
import { checkMachine } from '../../games/x11/windows.ts';
import { programsOn } from '../../games/x11/programs.ts';
import { desktopServer } from '../../games/x11/tools.ts';
import { type Command, type Flag, type FlagValues, textOf } from '../../core/options.ts';
import { terminalText } from '../../core/escape.ts';

const flags: readonly Flag[] = [
  {
    name: 'window',
    value: 'TITLE',
    help: 'send mouse and keyboard only to the window with this title, and no key that leaves it',
  },
];

/** Standard output belongs to the protocol; messages go to the error output. */
async function run(values: FlagValues, env: NodeJS.ProcessEnv): Promise<number> {
  await checkMachine(env);
  const log = (line: string): void =>
    void process.stderr.write(`home-world desktop: ${terminalText(line)}\n`);
  const window = textOf(values['window']);
  const control = new DesktopControl(programsOn(env), window);
  const ended = once(process.stdin, 'close');
  const handle = serveStdio(() => desktopServer({ control, window, log }), {
    transport: new StdioServerTransport(),
    onerror: (error) => log(error.message),
  });
  // The client closes the input when it ends.
  await ended;
  await handle.close();
  return 0;
}

/** The command `desktop`. */
export const desktop: Command = {
  details: [
    'It speaks MCP over its standard input and output. “home-world play” starts it automatically; started by hand, it waits for a client.',
    'It needs the programs xdotool, maim, xprop and xwininfo. It starts and ends no program.',
    '',
    'docs/games.md explains screens, packages and which input a game may get.',
  ].join('\n'),
  flags,
  run,
};
