import type { GameActionName } from '../../../data/games/game-action.ts';
import {
  type Arguments,
  type Part,
  type Request,
  durationPart,
  fixedPart,
  keysPart,
  pointPart,
  scrollPart,
  startPart,
  textPart,
  titlePart,
} from './tool-arguments.ts';
import { type ServerTool, fieldNamed, plain } from './tool-schema.ts';

/** One of the nine actions as a call of the server’s tool. */
export interface MappedAction {
  readonly tool: string;
  argumentsFor(request: Request): Arguments;
  /**
   * The same with strings instead of numbers in fields that the schema declares as strings; undefined if
   * there are none.
   */
  asTexts(args: Arguments): Arguments | undefined;
}
export type ActionMap = ReadonlyMap<GameActionName, MappedAction>;

/** Names for each action: the specification’s first, then those of other servers, as tools or as words of one tool. */
const NAMES: Readonly<Record<GameActionName, readonly string[]>> = {
  click: names('click left_click mouse_click mouse_left_click click_mouse click_at'),
  right_click: names('right_click mouse_right_click rightclick'),
  double_click: names('double_click mouse_double_click doubleclick left_double_click'),
  move_to: names('move_to mouse_move move_mouse move_cursor move mouse_move_to move_pointer'),
  drag_to: names('drag_to left_click_drag drag mouse_drag drag_mouse drag_and_drop'),
  type_text: names('type_text type keyboard_type type_string write write_text type_keys input_text'),
  press_key: names('press_key key key_press press keyboard_press send_key keypress'),
  hotkey: names(
    'hotkey key_combination press_hotkey keyboard_shortcut key_combo shortcut press_keys hot_key key',
  ),
  scroll: names('scroll mouse_scroll scroll_mouse scroll_wheel mouse_wheel'),
};

function names(row: string): string[] {
  return row.split(' ');
}

/** The argument builders of an action; undefined if the tool lacks a field. */
function partsOf(action: GameActionName, tool: ServerTool): Part[] | undefined {
  const all = (...parts: (Part | undefined)[]): Part[] | undefined =>
    parts.every((part) => part !== undefined) ? parts : undefined;
  const maybe = (...parts: (Part | undefined)[]): Part[] => parts.filter((part) => part !== undefined);
  switch (action) {
    case 'click':
    case 'right_click':
    case 'double_click':
    case 'move_to':
      return all(pointPart(tool));
    case 'drag_to': {
      const end = all(pointPart(tool));
      return end && [...end, ...maybe(startPart(tool), durationPart(tool))];
    }
    case 'type_text':
      return all(textPart(tool));
    case 'press_key':
    case 'hotkey':
      return all(keysPart(tool, action === 'hotkey'));
    case 'scroll': {
      const scroll = all(scrollPart(tool));
      return scroll && [...scroll, ...maybe(pointPart(tool))];
    }
  }
}

/** A tool for an action, if the home can fill all its required fields. */
function mapped(
  action: GameActionName,
  tool: ServerTool,
  fixed: readonly Part[] = [],
): MappedAction | undefined {
  const parts = partsOf(action, tool);
  if (!parts) return undefined;
  const title = titlePart(tool);
  const all = [...fixed, ...parts, ...(title ? [title] : [])];
  const filled = new Set(all.flatMap(({ names: fields }) => fields.map(plain)));
  if (tool.required.some((field) => !filled.has(field))) return undefined;
  return {
    tool: tool.name,
    argumentsFor: (request) => Object.assign({}, ...all.map((part) => part.make(request))) as Arguments,
    asTexts: (args) => withTexts(tool, args),
  };
}

function withTexts({ fields }: ServerTool, args: Arguments): Arguments | undefined {
  const texts = Object.entries(args).flatMap(([field, value]) =>
    typeof value === 'number' && fields.get(plain(field))?.types.join() === 'string'
      ? [[field, String(value)]]
      : [],
  );
  return texts.length === 0 ? undefined : { ...args, ...Object.fromEntries(texts) };
}

/** The field of a tool that has a word for each action, as `computer` has. */
export const actionField = (tool: ServerTool) => {
  const field = fieldNamed(tool, 'action', 'operation', 'command');
  return field && field.choices.length > 1 ? field : undefined;
};

/** A click tool with a choice of buttons, or with a number of clicks. */
function variantOfClick(action: GameActionName, tools: readonly ServerTool[]): MappedAction | undefined {
  if (action !== 'click' && action !== 'right_click' && action !== 'double_click') return undefined;
  for (const tool of tools) {
    if (!NAMES.click.includes(tool.plainName)) continue;
    const button = fieldNamed(tool, 'button');
    const clicks = fieldNamed(tool, 'clicks', 'click_count', 'num_clicks');
    const isDouble = fieldNamed(tool, 'double', 'double_click');
    if (action === 'right_click' && !button) continue;
    if (action === 'double_click' && !clicks && !isDouble) continue;
    const found = mapped(action, tool, [
      ...(button ? [fixedPart(button, action === 'right_click' ? 'right' : 'left')] : []),
      ...(clicks ? [fixedPart(clicks, action === 'double_click' ? 2 : 1)] : []),
      ...(isDouble ? [fixedPart(isDouble, action === 'double_click')] : []),
    ]);
    if (found) return found;
  }
  return undefined;
}

function mapAction(action: GameActionName, tools: readonly ServerTool[]): MappedAction | undefined {
  for (const name of NAMES[action]) {
    for (const tool of tools) {
      const found = tool.plainName === name && !actionField(tool) ? mapped(action, tool) : undefined;
      if (found) return found;
    }
  }
  for (const name of NAMES[action]) {
    for (const tool of tools) {
      const field = actionField(tool);
      const word = field?.choices.find((choice) => plain(choice) === name);
      const found = field && word !== undefined ? mapped(action, tool, [fixedPart(field, word)]) : undefined;
      if (found) return found;
    }
  }
  return variantOfClick(action, tools);
}

/** Maps the nine actions to the tools of a server. */
export function mapActions(tools: readonly ServerTool[]): ActionMap {
  const found = new Map<GameActionName, MappedAction>();
  for (const action of Object.keys(NAMES) as GameActionName[]) {
    const match = mapAction(action, tools);
    if (match) found.set(action, match);
  }
  return found;
}

/** The actions that are missing in a map. */
export const missingIn = (map: ActionMap): GameActionName[] =>
  (Object.keys(NAMES) as GameActionName[]).filter((action) => !map.has(action));
