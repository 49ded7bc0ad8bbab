import * as v from 'valibot';
import { count, instant, text, word } from '../readings/schemas/bounds.ts';
import { reportedActivity, residentActivity } from '../readings/schemas/resident-activity.ts';
import { MAX_CHAT_CHARACTERS, MAX_FRAME_BYTES, MAX_STEP_DETAIL_CHARACTERS } from '../core/limits.ts';

/**
 * The bridge's protocol: JSON text frames over WebSocket at `/api/world/ws`. Each frame is one object with a
 * `type`. Both sides parse with these schemas; `docs/protocol.md` is the reference.
 *
 * Each message is stored and shown exactly once: a client chooses the `id` of each of its messages, and the
 * server answers message `c` with the message `a-c`. Every stored message has a `seq` that grows within its
 * session. A client that reconnects sends the last `seq` it has, and its unanswered messages again; both
 * sides ignore messages that they already have.
 */
export const PROTOCOL_VERSION = 1;
/** Messages a visitor may send: a burst, then a steady pace. */
export const CHAT_RATE = { burst: 8, perSecond: 1 } as const;

/** The answer to chat `c` has the id `a-c`. */
export const answerId = (chatId: string): string => `a-${chatId}`;
/** The id of a visitor's message: from its own id, or from the id of its answer. */
export const chatIdOf = (entryId: string): string => (entryId.startsWith('a-') ? entryId.slice(2) : entryId);

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/));
/**
 * The id of a visitor's message. It is two characters shorter than `id` and does not begin with `a-`, because
 * the id of the answer is `a-` with this id.
 */
const chatId = v.pipe(v.string(), v.regex(/^(?!a-)[\w-]{1,78}$/));
/** The secret of a session. */
export const sessionSecret = v.pipe(v.string(), v.regex(/^[\w-]{22,86}$/));
const name = text(80);
const body = text(MAX_FRAME_BYTES);
const detail = v.optional(v.record(v.string(), v.unknown()), {});

/** One tool call of an answer, as a row of the chat. */
const step = {
  /** Its id within the answer. */
  step: word(80),
  tool: word(80),
  title: text(200),
  state: v.picklist(['running', 'done', 'failed']),
  detail: v.optional(text(MAX_STEP_DETAIL_CHARACTERS)),
};
const chatStep = v.object(step);
export type ChatStep = v.InferOutput<typeof chatStep>;
/** The maximum number of tool calls in one answer. */
export const MAX_STEPS = 16;
/** The steps of a stored answer. */
export const chatSteps = v.array(chatStep);

export const chatMessage = v.object({
  type: v.literal('chat-message'),
  id,
  seq: count,
  role: v.picklist(['visitor', 'resident']),
  speaker: name,
  text: body,
  ts: instant,
  /** The id of the message that this message answers. */
  replyTo: v.optional(id),
  /** If the visitor `stopped` the answer or it `failed`, the text is incomplete. */
  end: v.picklist(['complete', 'stopped', 'failed']),
  /** The tool calls of an answer, in their order. */
  steps: v.optional(chatSteps),
});
export type ChatMessageFrame = v.InferOutput<typeof chatMessage>;

/** The resident that answers now. */
const resident = v.object({
  name,
  attached: v.boolean(),
  note: text(400),
  kind: v.optional(v.picklist(['status', 'model', 'agent'])),
  /** The name of the model or agent. */
  by: v.optional(name),
  /** Where the model or agent runs. */
  place: v.optional(v.picklist(['this home', 'local', 'hosted'])),
});

const broadcast = <const T extends string>(type: T) => v.object({ type: v.literal(type), detail });

/** A message of the visitor. */
export const chatFrame = v.object({
  type: v.literal('chat'),
  id: chatId,
  text: word(MAX_CHAT_CHARACTERS),
  /** False: the visitor wants no actions with the answer. */
  acting: v.optional(v.boolean(), true),
  /** What the page showed when the message was written, of `seenBy`: an order counts only for this. */
  seen: v.optional(v.pipe(v.array(text(120)), v.maxLength(9))),
});

export const clientFrame = v.variant('type', [
  v.object({
    type: v.literal('hello'),
    version: v.number(),
    role: v.optional(v.picklist(['visitor', 'resident', 'observer']), 'visitor'),
    /** The secret of an earlier session; absent the first time. */
    session: v.optional(sessionSecret),
    /** The last `seq` that the client has. */
    cursor: v.optional(count, 0),
    token: v.optional(text(200)),
  }),
  chatFrame,
  /** Stops the answer to a message. `id` is the id of the visitor's message, not the id of the answer. */
  v.object({ type: v.literal('stop'), id }),
  /** Reports what the resident does now. Only a client with the role `resident` may send this frame. */
  v.object({ type: v.literal('activity'), activity: reportedActivity }),
  v.object({ type: v.literal('ping') }),
  v.object({ type: v.literal('pong') }),
]);
export type ClientFrame = v.InferOutput<typeof clientFrame>;
export type ClientFrameInput = v.InferInput<typeof clientFrame>;

export const serverFrame = v.variant('type', [
  v.object({
    type: v.literal('welcome'),
    version: v.number(),
    session: sessionSecret,
    resident,
    /** The newest `seq` of the session. The messages that the client lacks follow as `chat-message`. */
    cursor: count,
    /** Whether this bridge supports the frames about other visitors. If not, a client sends none of them. */
    presence: v.optional(v.boolean()),
  }),
  chatMessage,
  /** A piece of the answer `id` to the chat `replyTo`; it begins at the character `offset`. */
  v.object({ type: v.literal('chat-delta'), id, replyTo: id, offset: count, text: body }),
  /** A tool call of the answer `id` to the chat `replyTo`, or its new state. */
  v.object({ type: v.literal('chat-step'), id, replyTo: id, ...step }),
  /** Another resident answers from now on. */
  v.object({ type: v.literal('resident'), resident }),
  broadcast('status-update'),
  broadcast('milestone-complete'),
  v.object({
    type: v.literal('pr-notification'),
    detail: v.looseObject({ action: text(40) }),
  }),
  broadcast('player-joined'),
  broadcast('player-left'),
  /** What the resident does now. The home sends it after `welcome` and after each change. */
  v.object({ type: v.literal('activity'), activity: residentActivity }),
  v.object({ type: v.literal('world-action'), action: text(40), detail }),
  v.object({
    type: v.literal('error'),
    code: v.picklist([
      'bad-frame',
      'too-large',
      'rate-limited',
      'unauthorized',
      'no-session',
      'busy',
      'refused',
      'internal',
    ]),
    message: text(400),
    /** What the error is about: the id of a chat or play, or the type of a frame about other visitors. */
    ref: v.optional(id),
  }),
  v.object({ type: v.literal('ping') }),
  v.object({ type: v.literal('pong') }),
]);
export type ServerFrame = v.InferOutput<typeof serverFrame>;
