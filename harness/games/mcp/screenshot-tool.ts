import { type Part, fixedPart, titlePart } from './tool-arguments.ts';
import { actionField } from './tool-map.ts';
import { type ServerTool, fieldNamed, plain } from './tool-schema.ts';

/** How a server shows the screen. */
export interface ScreenshotTool {
  readonly tool: string;
  /**
   * `window`: the game’s window, with its place; `screen`: the whole screen as an image; `file`: the whole screen as
   * a file on the server’s disk.
   */
  readonly shows: 'window' | 'screen' | 'file';
  /** Whether the server counts in pixels of its screenshots, which it may have scaled down. */
  readonly countsInImage: boolean;
  argumentsFor(title: string, file: string): Readonly<Record<string, unknown>>;
}

const WINDOW = ['capture_window', 'window_screenshot', 'screenshot_window'];
const SCREEN = [
  'take_screenshot',
  'screenshot',
  'get_screenshot',
  'capture_screen',
  'screen_capture',
  'capture_screenshot',
];
const FILE = ['filename', 'file_name', 'file', 'path', 'file_path', 'save_path', 'output_path'];

function ofTool(tool: ServerTool, fixed: readonly Part[]): ScreenshotTool | undefined {
  const file = fieldNamed(tool, ...FILE);
  const title = titlePart(tool);
  const filled = new Set([...fixed, ...(title ? [title] : [])].flatMap(({ names }) => names.map(plain)));
  const needsFile = file !== undefined && tool.required.includes(plain(file.name));
  if (tool.required.some((field) => !filled.has(field) && !(needsFile && field === plain(file.name))))
    return undefined;
  const isWindow = WINDOW.includes(tool.plainName) && title !== undefined;
  return {
    tool: tool.name,
    shows: isWindow ? 'window' : needsFile ? 'file' : 'screen',
    countsInImage: fixed.length > 0,
    argumentsFor: (windowTitle, path) => ({
      ...Object.fromEntries(fixed.flatMap((part) => Object.entries(part.make(NO_REQUEST)))),
      ...(isWindow && title.make({ ...NO_REQUEST, title: windowTitle })),
      ...(needsFile && { [file.name]: path }),
    }),
  };
}

/** A screenshot has no action; the argument builders expect one. */
const NO_REQUEST = {
  action: { action: 'move_to', params: { x: 0, y: 0 } },
  pointer: { x: 0, y: 0 },
  keys: [],
  title: '',
} as const;

/** The tool that shows the window, else one that shows the screen. */
export function screenshotTool(tools: readonly ServerTool[]): ScreenshotTool | undefined {
  for (const name of [...WINDOW, ...SCREEN])
    for (const tool of tools) {
      const field = actionField(tool);
      const word = field?.choices.find((choice) => plain(choice) === name);
      const fixed = field && word !== undefined ? [fixedPart(field, word)] : [];
      if (fixed.length === 0 && (field || tool.plainName !== name)) continue;
      const found = ofTool(tool, fixed);
      if (found) return found;
    }
  return undefined;
}
