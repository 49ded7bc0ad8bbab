import type { Tool } from '@modelcontextprotocol/client';
import type { GameActionName } from '../../../data/games/game-action.ts';
import { UserError } from '../../core/user-error.ts';
import { oneLine } from './answer.ts';
import { type ScreenshotTool, screenshotTool } from './screenshot-tool.ts';
import { type ActionMap, actionField, mapActions, missingIn } from './tool-map.ts';
import { serverTool } from './tool-schema.ts';

/** The capabilities of a desktop-control server. */
export interface Capabilities {
  readonly actions: ActionMap;
  readonly screenshot: ScreenshotTool;
  readonly missing: readonly GameActionName[];
  /** A text with the server’s tools. */
  readonly found: string;
  /** The key names that the server uses. */
  readonly dialect: 'x11' | 'pyautogui';
}

const FIX =
  'Name a desktop-control server in games.desktop of config.json; “Another desktop-control server” in docs/games.md says which tools it needs.';

/** The tools by name, and the words of a tool with several actions: `computer (key, type, …)`. */
function inWords(tools: readonly Tool[]): string {
  const names = tools.map((tool) => {
    const field = actionField(serverTool(tool));
    return field ? `${tool.name} (${field.choices.join(', ')})` : tool.name;
  });
  return names.length === 0 ? 'none' : oneLine(names.join(', '));
}

/** Maps the tools of a server. Throws a `UserError` if it has no screenshot, or none of the nine actions. */
export function capabilitiesOf(serverName: string, isLocal: boolean, tools: readonly Tool[]): Capabilities {
  const known = tools.map(serverTool);
  const actions = mapActions(known);
  const screenshot = screenshotTool(known);
  const found = inWords(tools);
  const refuse = (problem: string) =>
    new UserError(`The desktop server “${serverName}” ${problem}. Its tools: ${found}.`, FIX);
  if (actions.size === 0) throw refuse('offers none of the nine actions of a player');
  if (!screenshot) throw refuse('offers no screenshot');
  if (screenshot.shows === 'file' && !isLocal)
    throw refuse('writes its screenshots to its own disk, on another machine');
  return {
    actions,
    screenshot,
    missing: missingIn(actions),
    found,
    dialect: serverName.startsWith('home-world') || screenshot.countsInImage ? 'x11' : 'pyautogui',
  };
}
