import type { Command } from '../core/options.ts';

interface ListedCommand {
  readonly summary: string;
  /** Imports the command when it is run, so that one command does not load the code of another. */
  load(): Promise<Command>;
}

/** The commands of `home-world`, in the order of its help. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  serve: {
    summary: 'serve the home: pages, data, bridge and resident in one process',
    load: async () => (await import('../server/serve.ts')).serve,
  },
  bridge: {
    summary: 'serve the bridge alone: chat and resident for pages that another server has',
    load: async () => (await import('../server/serve.ts')).bridgeCommand,
  },
  think: {
    summary: 'ask the resident’s model once, from the terminal',
    load: async () => (await import('./think.ts')).thinkCommand,
  },
  notes: {
    summary: 'read and change the long-term notes of the resident',
    load: async () => (await import('./notes.ts')).notes,
  },
  play: {
    summary: 'let the resident play the game of a portal',
    load: async () => (await import('./games/play.ts')).playCommand,
  },
  replay: {
    summary: 'list the plays of the resident, or show one as a film strip',
    load: async () => (await import('./games/replay.ts')).replay,
  },
  desktop: {
    summary: 'control this machine’s X11 desktop, for games: an MCP server',
    load: async () => (await import('./games/desktop.ts')).desktop,
  },
  emit: {
    summary: 'report what the agent of a home does now',
    load: async () => (await import('./emit.ts')).emit,
  },
  hooks: {
    summary: 'let a coding agent report its sessions: install, status, uninstall, probe',
    load: async () => (await import('./hooks/hooks.ts')).hooks,
  },
  hook: {
    summary: 'report one event of a coding agent, as its hooks do',
    load: async () => (await import('./hooks/hook-command.ts')).hookCommand,
  },
  ask: {
    summary: 'ask the owner for a coding agent, and wait for the answer, as its hook does',
    load: async () => (await import('./hooks/ask-command.ts')).askCommand,
  },
  asks: {
    summary: 'print what coding agents asked, and what the owner decided',
    load: async () => (await import('./asks.ts')).asksCommand,
  },
  usage: {
    summary: 'print what coding agents have used: tokens, money, windows and context',
    load: async () => (await import('./usage.ts')).usageCommand,
  },
  day: {
    summary: 'print what coding agents did on a day, as Markdown or JSON',
    load: async () => (await import('./day.ts')).dayCommand,
  },
  keys: {
    summary: 'make, list and revoke the keys with which coding agents report and ask',
    load: async () => (await import('./keys.ts')).keysCommand,
  },
  owner: {
    summary: 'sign the owner in with a one-time code; list and remove devices',
    load: async () => (await import('./owner.ts')).ownerCommand,
  },
  init: {
    summary: 'ask a few questions, and write config.json',
    load: async () => (await import('./init.ts')).init,
  },
  doctor: {
    summary: 'try everything that the home needs, and say what is wrong',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  portals: {
    summary: 'check the list of portals, and bring an older one forward',
    load: async () => (await import('./portals.ts')).portals,
  },
  backup: {
    summary: 'copy the data folder of a home into one file, while it runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'put a backup into the data folder of a home that does not run',
    load: async () => (await import('./backup.ts')).restore,
  },
};

const longest = Math.max(...Object.keys(commands).map(({ length }) => length));

/** The help of `home-world` without a command. */
export const overview = `Usage: home-world <command> [flags]

Commands:
${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(longest)}  ${summary}`)
  .join('\n')}

home-world <command> --help shows its flags; home-world --version shows the version.`;
