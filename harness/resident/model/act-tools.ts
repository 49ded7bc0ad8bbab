import { MAX_SPOKEN_CHARACTERS } from '../../../data/chat/world-action.ts';
import { cleanLine } from '../../../data/core/text.ts';
import type { ResidentGesture } from '../../../data/world-state.ts';
import { type Place, placeText } from '../places.ts';
import type { ResidentAction } from '../resident.ts';
import type { Wishes } from './wishes.ts';

/** A tool that does something in the world of the visitor who asks. */
export interface ActTool {
  readonly title: string;
  readonly description: string;
  /** Its parameters, all texts, with what each means. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * Whether the tool shows words of the model. Such a tool is refused after the model has read text from
   * outside in this answer.
   */
  readonly isFreeText: boolean;
  /**
   * Returns the action, and a sentence about it for the model. Throws an error with a sentence for a wrong
   * call.
   */
  readonly act: (input: Readonly<Record<string, unknown>>) => { action: ResidentAction; done: string };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const detailOf = (place: Place): ResidentAction['detail'] =>
  place.kind === 'portal' ? { portal: place.portal.record.id } : { panel: place.name };

/** A tool without parameters, which always does the same. */
const fixedTool = (
  title: string,
  description: string,
  action: string,
  detail: ResidentAction['detail'],
  done: string,
): ActTool => ({
  title,
  description,
  parameters: {},
  isFreeText: false,
  act: () => ({ action: { action, detail }, done }),
});

/** An action that moves the visitor’s view is only an offer. */
const OFFERED = 'The visitor sees a button for 30 seconds.';

const flight = (place: Place): ActTool =>
  fixedTool(
    'Offer the way',
    'Offers the visitor the flight to the place that their message names. They accept with a button.',
    'fly',
    detailOf(place),
    `Offered: ${placeText(place)}. ${OFFERED}`,
  );

const point = (place: Place): ActTool =>
  fixedTool(
    'Point at it',
    'You point at the place that the visitor’s message names, for them to see in the world.',
    'point',
    detailOf(place),
    `You point at: ${placeText(place)}.`,
  );

const turn = (place: Place): ActTool =>
  fixedTool(
    'Turn to it',
    'You turn to the place that the visitor’s message names, for some seconds.',
    'turn',
    detailOf(place),
    `You turn to: ${placeText(place)}.`,
  );

const gestureTexts: Readonly<Record<ResidentGesture, string>> = {
  nod: 'nod',
  wave: 'wave',
  'shake-head': 'shake your head',
};

const gesture = (made: ResidentGesture): ActTool =>
  fixedTool(
    'Make a gesture',
    `You ${gestureTexts[made]}, for the visitor to see in the world.`,
    'gesture',
    { gesture: made },
    `You ${gestureTexts[made]}.`,
  );

const timeLapse = fixedTool(
  'Offer the time-lapse',
  'Offers the visitor the replay of the day in thirty seconds. They accept with a button.',
  'time-lapse',
  {},
  `Offered. ${OFFERED}`,
);

const openView = (mode: 'overview' | 'photo'): ActTool =>
  fixedTool(
    mode === 'overview' ? 'Offer the overview' : 'Offer the photo view',
    `Offers the visitor the ${mode === 'overview' ? 'view of the island from above' : 'view for taking photographs'}. They accept with a button.`,
    'view',
    { mode },
    `Offered. ${OFFERED}`,
  );

const fireworks = fixedTool(
  'Light fireworks',
  'Lights fireworks over the island, once.',
  'fireworks',
  {},
  'The fireworks are lit.',
);

/**
 * Matches a word that a visitor could open as an address: with a scheme, with an IPv4 address, or with a
 * domain name (browsers accept several characters as its dot). Names of common files do not match, because
 * their endings are no domains.
 */
const ADDRESS =
  /:\/\/|(?:\d{1,3}\.){3}\d|[\p{L}\p{N}][.。．｡](?!(?:css|html|jpe?g|js(?:on)?|png|toml|ts|txt|ya?ml)\b)[\p{L}-]{2}/iu;

/** Removes addresses from what the model says: in the bubble they would look like the home's own advice. */
const withoutAddresses = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !ADDRESS.test(word))
    .join(' ');

const speak: ActTool = {
  title: 'Speak in the world',
  description: 'Says a sentence in a bubble over you in the world, beside the answer in the chat.',
  parameters: { text: 'What you say, at most 200 characters, without addresses.' },
  isFreeText: true,
  act: ({ text }) => {
    const words = withoutAddresses(cleanLine(textOf(text).slice(0, MAX_SPOKEN_CHARACTERS)));
    if (words === '') throw new Error('There is no text to speak.');
    return { action: { action: 'speak', detail: { text: words } }, done: 'Spoken.' };
  },
};

/** The act tools that this message may use, by the name that the model calls. */
export const actToolsFor = (wishes: Wishes): Readonly<Record<string, ActTool>> => ({
  ...(wishes.fly ? { fly: flight(wishes.fly) } : {}),
  ...(wishes.point ? { point: point(wishes.point) } : {}),
  ...(wishes.turn ? { turn: turn(wishes.turn) } : {}),
  ...(wishes.gesture ? { gesture: gesture(wishes.gesture) } : {}),
  ...(wishes.view ? { view: openView(wishes.view) } : {}),
  ...(wishes.timeLapse ? { time_lapse: timeLapse } : {}),
  ...(wishes.fireworks ? { fireworks } : {}),
  ...(wishes.speak ? { speak } : {}),
});
