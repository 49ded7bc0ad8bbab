import type { Tool } from '@modelcontextprotocol/client';
import { isObject } from '../../../data/config/fields.ts';
import type { GameActionName } from '../../../data/games/game-action.ts';
import { gameActionNames } from '../../../data/games/play-log.ts';
import { UserError } from '../../core/user-error.ts';
import { type Adapter, type Request, adapters, argumentsOf } from './adapters.ts';
import { oneLine } from './answer.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** One of the nine actions as a call of the server’s tool. */
interface MappedAction {
  readonly tool: string;
  argumentsFor(request: Request): Arguments;
}

/** How a server shows the screen. */
export interface ScreenshotTool {
  readonly tool: string;
  /**
   * `window`: the game’s window, with its position; `screen`: the whole screen as an image; `file`: the whole
   * screen as a file on the server’s disk.
   */
  readonly shows: 'window' | 'screen' | 'file';
  readonly countsInImage: boolean;
  argumentsFor(title: string, file: string): Arguments;
}

/** The capabilities of a desktop-control server. */
export interface Capabilities {
  readonly actions: ReadonlyMap<GameActionName, MappedAction>;
  readonly screenshot: ScreenshotTool;
  readonly missing: readonly GameActionName[];
  /** A text with the server’s tools. */
  readonly found: string;
  /** The key names that the server uses. */
  readonly dialect: 'x11' | 'pyautogui';
}

const FIX =
  'Name a desktop-control server in games.desktop of config.json; “Another desktop-control server” in docs/games.md says which tools it needs.';

const fieldsOf = ({ inputSchema: { properties } }: Tool): Readonly<Record<string, unknown>> =>
  isObject(properties) ? properties : {};

/** The values that the field `action` of a tool can have. */
function wordsOf(tool: Tool): readonly unknown[] {
  const { action } = fieldsOf(tool);
  return isObject(action) && Array.isArray(action['enum']) ? action['enum'] : [];
}

/** The names of the tools; a tool with several actions is listed with them: `computer (key, type, …)`. */
function inWords(tools: readonly Tool[]): string {
  const names = tools.map((tool) => {
    const words = wordsOf(tool);
    return words.length > 1 ? `${tool.name} (${words.join(', ')})` : tool.name;
  });
  return names.length === 0 ? 'none' : oneLine(names.join(', '));
}

/** The tool with this name. If the server has only one tool: that tool, if its `action` can be `name`. */
const toolFor = (tools: readonly Tool[], { tool: only }: Adapter, name: string): Tool | undefined =>
  only === undefined
    ? tools.find((tool) => tool.name === name)
    : tools.find((tool) => tool.name === only && wordsOf(tool).includes(name));

/** Whether a tool has these fields, and needs no other. */
function takes(tool: Tool, fields: readonly string[]): boolean {
  const known = fieldsOf(tool);
  const { required = [] } = tool.inputSchema;
  return fields.every((field) => field in known) && required.every((field) => fields.includes(field));
}

/** The calls of the actions that a server supports. */
function mapActions(tools: readonly Tool[], adapter: Adapter): Capabilities['actions'] {
  const { tool: only, actions } = adapter;
  const found = new Map<GameActionName, MappedAction>();
  for (const action of gameActionNames) {
    const call = actions[action];
    const tool = toolFor(tools, adapter, call.name);
    const word = only === undefined ? {} : { action: call.name };
    if (!tool || !takes(tool, [...Object.keys(word), ...Object.keys(call.fields)])) continue;
    found.set(action, {
      tool: tool.name,
      argumentsFor: (request) => ({ ...word, ...argumentsOf(call, request) }),
    });
  }
  return found;
}

function screenshotTool(tools: readonly Tool[], adapter: Adapter): ScreenshotTool | undefined {
  const { tool: only, screenshots, countsInImage } = adapter;
  for (const name of screenshots) {
    const tool = toolFor(tools, adapter, name);
    if (!tool) continue;
    const shot = { tool: tool.name, countsInImage };
    if (only !== undefined) return { ...shot, shows: 'screen', argumentsFor: () => ({ action: name }) };
    const { required = [] } = tool.inputSchema;
    if (takes(tool, ['title'])) return { ...shot, shows: 'window', argumentsFor: (title) => ({ title }) };
    if (required.length === 0) return { ...shot, shows: 'screen', argumentsFor: () => ({}) };
    if (takes(tool, ['filename']))
      return { ...shot, shows: 'file', argumentsFor: (_title, filename) => ({ filename }) };
  }
  return undefined;
}

/** Maps the tools of a server. Throws a `UserError` if it has no screenshot, or none of the nine actions. */
export function capabilitiesOf(serverName: string, isLocal: boolean, tools: readonly Tool[]): Capabilities {
  const found = inWords(tools);
  const refuse = (problem: string) =>
    new UserError(`The desktop server “${serverName}” ${problem}. Its tools: ${found}.`, FIX);
  const [best] = adapters
    .map((adapter) => ({ adapter, actions: mapActions(tools, adapter) }))
    .filter(({ actions }) => actions.size > 0);
  if (!best) throw refuse('offers none of the nine actions of a player');
  const { adapter, actions } = best;
  const screenshot = screenshotTool(tools, adapter);
  if (!screenshot) throw refuse('offers no screenshot');
  if (screenshot.shows === 'file' && !isLocal)
    throw refuse('writes its screenshots to its own disk, on another machine');
  return {
    actions,
    screenshot,
    missing: gameActionNames.filter((action) => !actions.has(action)),
    found,
    dialect: serverName.startsWith('home-world') || adapter.countsInImage ? 'x11' : 'pyautogui',
  };
}
