/** The most frequent emoji of reactions, as a word each. A heart of any colour is `love`. */
const WORDS: Readonly<Record<string, string>> = {
  '👍': 'like',
  '👎': 'dislike',
  '🔥': 'fire',
  '😂': 'laughing',
  '🤣': 'laughing',
  '🤙': 'hang loose',
  '🫂': 'hug',
  '🚀': 'rocket',
  '🙏': 'thanks',
  '👀': 'eyes',
  '💯': 'one hundred',
  '✅': 'check mark',
  '🫡': 'salute',
  '⚡': 'lightning',
  '👏': 'applause',
  '🎉': 'party',
};
const HEART = /^(?:❤|♥|💘|💙|💚|💛|💜|🖤|🤍|🤎|🧡|🩵|🩷|💖|💕)$/u;
/** Variation selectors and skin tones, which do not change the meaning. */
const VARIATIONS = /\u{FE0E}|\u{FE0F}|\p{Emoji_Modifier}/gu;
const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component})+$/u;

/** The word for a reaction's emoji, or `emoji` if it has none; undefined for other text. */
export function reactionWord(content: string): string | undefined {
  const plain = content.trim().replace(VARIATIONS, '');
  if (HEART.test(plain)) return 'love';
  if (Object.hasOwn(WORDS, plain)) return WORDS[plain];
  return ONLY_EMOJI.test(plain) && !/^[\d#*]+$/.test(plain) ? 'emoji' : undefined;
}

const EMOJI =
  /(?:(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F})(?:\p{Emoji_Modifier}|\u{FE0F}|\u{200D}\p{Extended_Pictographic})*)+/gu;

/** The text with words such as `(fire)` instead of emoji, for systems that would draw a box. */
export const emojiInWords = (text: string): string =>
  text.replace(EMOJI, (found) => `(${reactionWord(found) ?? 'emoji'})`);

/** Width and height of the test canvas, in pixels. */
const SIZE = 16;
let known: boolean | undefined;

/**
 * Whether this system has an emoji font, measured once on a canvas. With such a font an emoji has several
 * colours; without it there is an empty box in the colour of the text.
 */
export function hasEmoji(): boolean {
  if (known !== undefined) return known;
  const context = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE }).getContext(
    '2d',
    { willReadFrequently: true },
  );
  // Without a canvas this cannot be measured. Then the answer is true, because most systems have emoji.
  if (!context) return (known = true);
  context.font = `${SIZE - 4}px sans-serif`;
  context.textBaseline = 'top';
  context.fillText('🔥', 0, 0);
  const { data } = context.getImageData(0, 0, SIZE, SIZE);
  known = false;
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 2]) known = true;
  return known;
}
