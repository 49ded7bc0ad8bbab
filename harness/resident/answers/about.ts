import { cutAtWord } from '../../../data/core/text.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import type { Question } from '../question.ts';
import { repositoriesText } from './names.ts';
import { escapeMarkdown, markdownList, fixPunctuation, problemText } from '../reply-text.ts';

/** A longer oath is cut; its rest is on the stone in the world. */
const MAX_OATH_CHARACTERS = 4_000;
const MAX_PERSONA_CHARACTERS = 300;
export const NO_MODEL_HERE = 'No model is attached to this home';
export const NO_MODEL = `${NO_MODEL_HERE}, so I answer from its readings only: say “help” for the list.`;
export const PRIVACY =
  'This conversation is stored on the home’s own server, where its owner can read it; no other visitor can. It is deleted after 30 days, unless the owner set another time. The home sets no cookies for visitors and has no trackers.';

type About = Pick<Question, 'state'>;

const LIMITS =
  'I read the figures of this home and answer from them. I change nothing outside this conversation, remember no visitor, and know nothing of the rest of the world.';

export const help = ({ state, plain }: Question): string =>
  [
    ...(/\b(?:not|nicht|limits?)\b/.test(plain) ? [LIMITS] : []),
    `I am ${escapeMarkdown(state.config.get().resident.name)}, who lives here. Ask me in plain words about`,
    markdownList([
      '**status**: everything at once, or whether anything is wrong',
      '**agents**: who is at work, idle, or waits for the owner; who did most',
      '**commits** and **merged work**: of today, yesterday or this week, of one agent, with a word in the title',
      '**portals**: where they lead, whether those worlds answer, and how to get there',
      '**weather**, **block height**, the **feed**, the **time**, how much of this home is its owner’s own',
      'the **controls** and settings, the **oath**, what a thing in this world shows, and who is here',
    ]),
    `${NO_MODEL_HERE}, so I answer from its readings only.`,
  ].join('\n\n');

/**
 * The answer to a question that is not understood.
 * @param suggestions Similar questions, in quotation marks.
 */
export const unknown = (suggestions: readonly string[] = []): string =>
  suggestions.length === 0
    ? 'I do not know that. I can tell you about the **status**, the **agents**, the **commits**, the **portals** and more: say **help** for the list.'
    : `I do not know that. What I can answer, for example: ${suggestions.join(', ')}. Say **help** for the list.`;

export const greeting = ({ state }: About): string =>
  `Hello. I am ${escapeMarkdown(state.config.get().resident.name)}. Ask me for the status, the agents or the portals, or say “help”.`;

/** “Do you have a dog?” */
const OF_LIVING =
  /^(?:do|have) you (?:have|own|got|keep) (?:an? |any )?(?:dogs?|cats?|pets?|wife|husband|child\w*|kids?|family|friends?|body|legs|hands|feelings)\b/;
export function identity({ state, plain }: Question): string {
  const { name, persona } = state.config.get().resident;
  const about =
    persona.trim() === '' ? '' : ` ${escapeMarkdown(cutAtWord(persona.trim(), MAX_PERSONA_CHARACTERS))}`;
  return `${OF_LIVING.test(plain) ? 'No. ' : ''}I am ${escapeMarkdown(name)}, the resident of this home: a program, not a person.${about} ${NO_MODEL}`;
}

export const alive = ({ state }: About): string =>
  `I am here: a program without a model, started ${ageText(state.sessionStart, state.now.get())}, that reads this home’s figures and answers from them.`;

export const age = ({ state }: About): string =>
  `The program of this home started ${ageText(state.sessionStart, state.now.get())}. When the home was first set up is not among its readings.`;

export const maker = ({ state }: About): string =>
  [
    `${escapeMarkdown(state.config.get().appName)} is run by its owner, on a machine of their choice, and I am a part of it.`,
    'Its software is Home World, which is open source (MIT).',
    'I have no data about who the owner is, or how to reach them.',
  ].join(' ');

export const cost = (): string =>
  'A visit costs nothing and needs no account. Home World costs nothing either: it is open source (MIT), which allows every use, also in a business. A machine to run it, and a hosted model if its owner attaches one, cost what their providers ask. What this home costs is not among its readings.';

export const account = ({ plain }: Question): string =>
  (/\b(?:log ?in|login|log|sign in|signing in|passkey|npub|nip|extension)\b/.test(plain)
    ? 'There is no login for visitors, with Nostr or otherwise: only the owner of a home signs in, at `/door`. '
    : '') +
  'You need no account, no key and no name, neither to visit a home nor to run one of your own. Only a hosted model needs the key of its provider.';

export function source({ state, plain, version }: Pick<Question, 'state' | 'plain' | 'version'>): string {
  const address = /\b(?:where|find|get|download|clone)\b/.test(plain)
    ? ' I know no address to download it from.'
    : '';
  const running = version === undefined ? '' : ` ${version}`;
  return `The software of this home is Home World${running}, which is open source (MIT), written in TypeScript with three.js and Lit; \`/version.json\` names its version and build, and its documentation is in \`docs/\`.${address} The commits that it shows come from ${state.config.get().repositories.length > 0 ? '' : 'the repository '}${repositoriesText(state)}.`;
}

export const trust = (): string =>
  `You can check me: I say only what the readings of this home say, with their source, and name what I cannot see. The oath of this home says what it stands for: ask for the oath. ${PRIVACY}`;

/** The text of `soul.md`. It is Markdown of the owner, so it is not escaped. */
export function oath({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const reading = state.readings.soul.get();
  const text = currentValue(reading);
  if (text === undefined)
    return (
      fixPunctuation(problemText('the oath', reading, state.now.get())) || 'No oath is written down here.'
    );
  return (
    (/\b(?:who|whose|where)\b/.test(plain)
      ? 'The owner of this home wrote it, in the file `soul.md`:\n\n'
      : '') +
    cutAtWord(text, MAX_OATH_CHARACTERS) +
    (text.length > MAX_OATH_CHARACTERS ? ' … The rest is on the stone.' : '')
  );
}

/** The number of other visitors. Their names stay private. */
export function people({ visitors }: Pick<Question, 'visitors'>): string {
  const others = Math.max(0, visitors - 1);
  return others === 0
    ? 'You are the only visitor now.'
    : `${counted(others, 'other visitor')} ${others === 1 ? 'is' : 'are'} here now. **T** lists those who show themselves; “Show me to others” in the settings hides you.`;
}

export const visible = (): string =>
  'Other visitors see you as a small light where you are, with a name if you enter one, while “Show me to others” in the settings is on; there you also switch it off, and set “My name”. **T** lists who shows themselves. Your position is stored nowhere.';
export const mute = ({ state }: About): string =>
  state.config.get().together.chat
    ? 'Press **T**: each line of the visitors’ chat has a button to mute its writer, and one to report them, which writes their last lines into the log of the owner.'
    : 'Visitors cannot write to each other here. “Show others” in the settings hides their lights and names.';
const ADDRESS =
  'The home stores no address of yours: beside the conversation it keeps 16 bits of the hash of your network, which thousands of networks share, and its log has no addresses; a proxy before it may log them. ';
const MICROPHONE =
  'Nothing listens until you press the microphone beside the field of the chat. Then the browser turns your speech into text, and some browsers send the sound to their maker for that; this home gets the text only, when you send it. ';
export const EXPORT =
  '“Export session” in the header’s menu “More” saves this conversation as a Markdown file (`.md`), which the browser puts where it puts its downloads.';
const DELETION = 'A visitor cannot delete it from here; the owner can. ';
const ENCRYPTED = 'On its way to this home it is encrypted if the address of the page begins with https. ';
export const privacy = ({ plain }: Question): string =>
  (/\b(?:delete|erase|remove|clear|wipe)\b/.test(plain) ? DELETION : '') +
  (/\b(?:save|export|download|keep a copy|markdown|pdf)\b/.test(plain) ? `${EXPORT} ` : '') +
  (/\b(?:encrypt\w*|https|tls|secure\w*)\b/.test(plain) ? ENCRYPTED : '') +
  (/\b(?:microphone|mic|listen\w*|hear\w*|voice|eavesdrop\w*|camera|webcam)\b/.test(plain)
    ? MICROPHONE
    : '') +
  (/\b(?:ip|address(?:es)?)\b/.test(plain) ? ADDRESS : '') +
  (/\b(?:send|pass|forward|give|sell|share|model|llm|gpt|chatgpt|ollama|openai|anthropic|groq)\b/.test(plain)
    ? `Only a model that the owner attaches gets what you write here. ${NO_MODEL_HERE}. ${PRIVACY}`
    : PRIVACY);
export const memory = ({ plain }: Question): string =>
  `${/^(?:what|do you know|who)\b.*\bmy name\b/.test(plain) ? 'I do not know your name. The one that other visitors see is “My name” in your settings. ' : ''}I cannot note anything for you: that needs a model, and ${NO_MODEL_HERE.toLowerCase()}. I answer each message from the readings, and remember no earlier visit. ${PRIVACY}`;
export const thanks = (): string => 'You are welcome.';
export const farewell = (): string => 'Goodbye. The door stays open.';
export const praise = (): string => 'Thank you.';
export const noise = (): string =>
  'All right. Say “status” for the news of this home, or “help” for what I know.';
export const rude = (): string =>
  'I am a small program without a model, so I understand simple questions about this home only. “help” lists them.';
export const model = (): string => `That would need a model. ${NO_MODEL}`;
export const act = (): string =>
  'I cannot act outside this conversation: I read this home’s figures and answer. “help” lists them.';
export const unseen = (): string =>
  `That is not among the readings of this home, so I cannot see it. ${NO_MODEL}`;
export const OF_RELEASES = /\b(?:releas\w*|versions?|bump\w*|publish\w*|ship\w*)\b/;
const RELEASE =
  /^(?:\[[^\]]*\] |\w+(?:\([^)]*\))?: )?(?:version packages|(?:bump )?version|release|v?\d+\.\d+\.\d+)\b/i;
/** Builds and tests are not among the readings; a release may be among the merged pull requests, by its title. */
export function checks({ state, plain }: Pick<Question, 'state' | 'plain'>): string {
  const unseen =
    'I see no builds, tests, deployments or releases of the repository, only its commits and merged pull requests.';
  const last = OF_RELEASES.test(plain)
    ? (currentValue(state.readings.merged.get()) ?? []).find(({ title }) => RELEASE.test(title))
    : undefined;
  return last
    ? `${unseen} By its title, the last of these that is a release: #${last.number} ${escapeMarkdown(last.title)} — ${escapeMarkdown(last.author)}, merged ${ageText(last.mergedAt, state.now.get())}.`
    : unseen;
}
export const language = (): string =>
  'Without a model I understand English, and the commonest words of German. Ask for the **status**, the **agents**, the **portals** or **help**: the buttons below the conversation do that too.';
