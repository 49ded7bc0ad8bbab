import * as v from 'valibot';
import { instant, text } from '../readings/schemas/bounds.ts';
import {
  HEIGHT_METRES,
  MAX_DISTANCE_METRES,
  MAX_NAMED_PLAYERS,
  MAX_PLAYER_TEXT_CHARACTERS,
} from '../core/limits.ts';
import { emotes } from './presence-state.ts';
import { MAX_VISITOR_NAME } from '../config/settings/settings.ts';
import { cleanName, cleanWords } from './names.ts';

/**
 * The bridge's frames about other visitors in the world. They have their own file, because the chat, which
 * widgets load too, does not need them. `docs/protocol.md` explains them.
 *
 * A visitor is identified by a number that is valid while the home runs and does not reveal the session. A
 * player has a position, an optional name, and a colour.
 */

const playerNumber = v.pipe(v.number(), v.integer(), v.minValue(1));
const emote = v.picklist(emotes);

/** Metres and radians, rounded to two decimals. */
const rounded = (value: number): number => Math.round(value * 100) / 100;
const metres = (min: number, max: number) =>
  v.pipe(v.number(), v.minValue(min), v.maxValue(max), v.transform(rounded));
const across = metres(-MAX_DISTANCE_METRES, MAX_DISTANCE_METRES);

/** Any angle, normalised to −π to π. */
const yaw = v.pipe(
  v.number(),
  v.minValue(-1e6),
  v.maxValue(1e6),
  v.transform((angle) => rounded(Math.atan2(Math.sin(angle), Math.cos(angle)))),
);

/** The position and direction of a player: x, y, z, yaw. */
export const place = v.tuple([across, metres(HEIGHT_METRES.min, HEIGHT_METRES.max), across, yaw]);
export type Place = v.InferOutput<typeof place>;

/** One line of text of a visitor. */
export const line = (max: number) => v.pipe(text(max), v.transform(cleanWords));

/** The name that a visitor has chosen. */
export const playerName = v.pipe(text(MAX_VISITOR_NAME), v.transform(cleanName));

/** From a visitor's page to the home. */
export const presenceClientFrame = v.variant('type', [
  /** The position of the visitor; null: this page has no place. */
  v.object({ type: v.literal('position'), p: v.nullable(place) }),
  v.object({
    type: v.literal('presence'),
    /** The name beside the visitor's light; empty or missing for none. */
    name: v.optional(playerName, ''),
    /** Whether others see the visitor. Like the name, it applies to all tabs of the visitor. */
    visible: v.boolean(),
    /** Whether this page requests frames about the others. */
    watching: v.boolean(),
  }),
  v.object({ type: v.literal('emote'), emote }),
  /** Only in homes whose owner allows it (`together.chat`). */
  v.object({
    type: v.literal('player-chat'),
    text: v.pipe(line(MAX_PLAYER_TEXT_CHARACTERS), v.minLength(1)),
  }),
  /** Reports another visitor: the bridge writes that visitor's last chat lines to the owner's log. */
  v.object({
    type: v.literal('player-report'),
    number: playerNumber,
    reason: v.optional(line(MAX_PLAYER_TEXT_CHARACTERS), ''),
  }),
]);
export type PresenceClientFrame = v.InferOutput<typeof presenceClientFrame>;
export type PresenceClientFrameInput = v.InferInput<typeof presenceClientFrame>;

/** From the home to a page that is watching. */
export const presenceServerFrame = v.variant('type', [
  /** The players that have moved, near ones often and far ones rarely. Sent at most ten times a second. */
  v.object({
    type: v.literal('players'),
    /** The home's clock, in milliseconds since the epoch. */
    at: instant,
    /** Number, x, y, z, yaw of each player that moved. */
    p: v.pipe(
      v.array(v.tuple([playerNumber, v.number(), v.number(), v.number(), v.number()])),
      v.maxLength(MAX_NAMED_PLAYERS),
    ),
    /** Players that are no longer drawn: they left, are hidden, or others are nearer. */
    gone: v.pipe(v.array(playerNumber), v.maxLength(MAX_NAMED_PLAYERS)),
    /** The number of visible players that this page does not draw. */
    count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  /** A player comes into view (before its first position), or has another name. */
  v.object({
    type: v.literal('player'),
    number: playerNumber,
    name: v.optional(playerName),
    /** The hue of its light, in degrees. */
    color: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(359)),
  }),
  v.object({ type: v.literal('player-emote'), number: playerNumber, emote }),
  v.object({
    type: v.literal('player-chat'),
    number: playerNumber,
    text: line(MAX_PLAYER_TEXT_CHARACTERS),
  }),
  /** The report of this player is in the owner's log. */
  v.object({ type: v.literal('player-report'), number: playerNumber }),
]);
export type PresenceServerFrame = v.InferOutput<typeof presenceServerFrame>;

/** The home has refused a line or a report; `ref` is the type of the frame. */
export const playerRefusal = v.object({
  type: v.literal('error'),
  message: text(400),
  ref: v.picklist(['player-chat', 'player-report']),
  /** The refused line, as the home has read it. */
  text: v.optional(text(MAX_PLAYER_TEXT_CHARACTERS)),
});
export type PlayerRefusal = v.InferOutput<typeof playerRefusal>;
