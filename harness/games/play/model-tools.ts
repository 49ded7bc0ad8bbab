import { type ToolSet, jsonSchema, tool } from 'ai';
import * as v from 'valibot';
import {
  type GameAction,
  type GameActionName,
  MAX_DRAG_SECONDS,
  MAX_SCROLL_STEPS,
  MAX_TYPED_CHARACTERS,
  gameAction,
} from '../../../data/games/game-action.ts';

/** The longest time that one call of `wait` takes, in seconds. */
const MAX_WAIT_SECONDS = 30;
/** The shortest time that one call of `wait` takes, in seconds. */
export const MIN_WAIT_SECONDS = 0.2;

/** What the model asks for with one tool call. */
export type Call =
  | { readonly kind: 'act'; readonly action: GameAction }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'done'; readonly note: string }
  /** An unknown tool, or parameters that do not fit; `cause` is for the model. */
  | { readonly kind: 'wrong'; readonly cause: string };

const fraction = (edges: string) => ({
  type: 'number' as const,
  minimum: 0,
  maximum: 1,
  description: `Fraction of the screenshot: ${edges}.`,
});
const x = fraction('0 is its left edge, 1 its right edge');
const y = fraction('0 is its top edge, 1 its bottom edge');
const point = { x, y };

interface Described {
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly optional?: readonly string[];
}

/** The descriptions of the nine actions for the model. Calls are validated with `gameAction`. */
const actions: Readonly<Record<GameActionName, Described>> = {
  click: { description: 'Clicks with the left button.', properties: point },
  right_click: { description: 'Clicks with the right button.', properties: point },
  double_click: { description: 'Clicks twice with the left button.', properties: point },
  move_to: { description: 'Moves the pointer, without a click.', properties: point },
  drag_to: {
    description: 'Drags with the left button from where the pointer is. Call move_to before it.',
    properties: {
      ...point,
      duration: { type: 'number', minimum: 0, maximum: MAX_DRAG_SECONDS, description: 'Seconds.' },
    },
    optional: ['duration'],
  },
  type_text: {
    description: 'Types a text, letter by letter.',
    properties: { text: { type: 'string', minLength: 1, maxLength: MAX_TYPED_CHARACTERS } },
  },
  press_key: {
    description:
      'Presses one key: a letter, a digit, or a name such as enter, space, tab, escape, left, f5, num8.',
    properties: { key: { type: 'string' } },
  },
  hotkey: {
    description: 'Presses two to five keys together, their names with spaces between them: “ctrl s”.',
    properties: { keys: { type: 'string' } },
  },
  scroll: {
    description: 'Turns the mouse wheel where the pointer is; a positive amount is up.',
    properties: { amount: { type: 'integer', minimum: -MAX_SCROLL_STEPS, maximum: MAX_SCROLL_STEPS } },
  },
};

const waits: Described = {
  description: 'Waits without an action.',
  properties: {
    seconds: {
      type: 'number',
      minimum: MIN_WAIT_SECONDS,
      maximum: MAX_WAIT_SECONDS,
      description: 'Seconds.',
    },
  },
};
const ends: Described = {
  description: 'Ends the play: the goal is reached, or nothing more can be done.',
  properties: { note: { type: 'string', maxLength: 200, description: 'Why, in one sentence.' } },
};

const toolOf = ({ description, properties, optional = [] }: Described) =>
  tool({
    description,
    inputSchema: jsonSchema<Record<string, unknown>>({
      type: 'object',
      properties,
      required: Object.keys(properties).filter((name) => !optional.includes(name)),
      additionalProperties: false,
    }),
    outputSchema: jsonSchema<string>({ type: 'string' }),
  });

/**
 * The tools of the model: the actions that the desktop supports, `wait` and `done`. The library runs none of
 * them.
 */
export function modelTools(supportedActions: ReadonlySet<GameActionName>): ToolSet {
  const names = (Object.keys(actions) as GameActionName[]).filter((name) => supportedActions.has(name));
  return {
    ...Object.fromEntries(names.map((name) => [name, toolOf(actions[name])])),
    wait: toolOf(waits),
    done: toolOf(ends),
  };
}

const waitInput = v.object({
  seconds: v.pipe(v.number(), v.minValue(MIN_WAIT_SECONDS), v.maxValue(MAX_WAIT_SECONDS)),
});
const doneInput = v.object({ note: v.optional(v.string(), '') });

const isAction = (name: string): name is GameActionName => Object.hasOwn(actions, name);

/** A `wrong` call that names the problems of the parameters, in the words of their schema. */
function wrongInput(name: string, issues: readonly v.BaseIssue<unknown>[]): Call {
  const parts = issues.slice(0, 3).map((issue) => {
    const field = issue.path?.at(-1)?.key;
    return `${typeof field === 'string' ? field : 'the parameters'}: ${issue.message}`;
  });
  return { kind: 'wrong', cause: `“${name}” was not done: ${parts.join('; ')}`.slice(0, 300) };
}

/** Validates one tool call of the model: it comes from outside and may not fit its schema. */
export function readCall(name: string, input: unknown, supportedActions: ReadonlySet<GameActionName>): Call {
  if (name === 'wait') {
    const parsed = v.safeParse(waitInput, input);
    return parsed.success
      ? { kind: 'wait', seconds: parsed.output.seconds }
      : wrongInput(name, parsed.issues);
  }
  if (name === 'done') {
    const parsed = v.safeParse(doneInput, input);
    return { kind: 'done', note: parsed.success ? parsed.output.note.slice(0, 200) : '' };
  }
  if (!isAction(name) || !supportedActions.has(name))
    return {
      kind: 'wrong',
      cause: `There is no tool “${name.slice(0, 40)}”. The tools are: ${[...supportedActions, 'wait', 'done'].join(', ')}.`,
    };
  const parsed = v.safeParse(gameAction, { action: name, params: input });
  return parsed.success ? { kind: 'act', action: parsed.output } : wrongInput(name, parsed.issues);
}
