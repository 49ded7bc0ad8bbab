import { cutAtWord } from '../../data/core/text.ts';
import { ageText } from '../../data/readings/format.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { State } from '../../data/state.ts';
import { escapeMarkdown, markdownList } from './markdown.ts';
import { fixPunctuation, problemText } from './problem-text.ts';

/** The rest of a longer oath is on its stone in the world. */
const MAX_OATH_CHARACTERS = 4_000;
export const NO_MODEL_HERE = 'No model is attached to this home';
const ONLY_READINGS = `${NO_MODEL_HERE}, so I answer from its live readings only`;
export const NO_MODEL =
  `${ONLY_READINGS}: ` +
  'status, agents, portals, weather, block height, sovereignty, commits, merged work, the relay feed and the time.';

export const help = (state: State): string =>
  [
    `I am ${escapeMarkdown(state.config.get().resident.name)}, who lives here. Ask me in plain words about`,
    markdownList([
      '**status**: everything at once',
      '**agents**: who is working and who is not, who did most, what is new since yesterday',
      '**portals**: where they lead, whether those worlds answer, and how to get there',
      '**weather**, **block height**, **sovereignty**, **commits**, **merged work**, the **feed**, the **time**',
      'the **controls**, and the **oath** of this home',
    ]),
    `${ONLY_READINGS}.`,
  ].join('\n\n');

export const greeting = (state: State): string =>
  `Hello. I am ${escapeMarkdown(state.config.get().resident.name)}. Ask me for the status, the agents or the portals, or say “help”.`;

const MAX_PERSONA_CHARACTERS = 300;

export function identity(state: State): string {
  const { name, persona } = state.config.get().resident;
  const about =
    persona.trim() === '' ? '' : ` ${escapeMarkdown(cutAtWord(persona.trim(), MAX_PERSONA_CHARACTERS))}`;
  return `I am ${escapeMarkdown(name)}, the resident of this home.${about} ${NO_MODEL}`;
}

export function alive(state: State): string {
  const since = ageText(state.sessionStart, state.now.get());
  return `I am here: a program without a model, started ${since}, that reads this home’s figures and answers from them.`;
}

export const maker = (state: State): string =>
  [
    `${escapeMarkdown(state.config.get().appName)} is run by its owner, on a machine of their choice, and I am a part of it.`,
    'Its software is Home World, which is open source (MIT).',
    'I have no data about who the owner is.',
  ].join(' ');

/** The text of `soul.md`. It is Markdown of the owner, so it is not escaped. */
export function oath(state: State): string {
  const reading = state.readings.soul.get();
  const text = currentValue(reading);
  if (text === undefined)
    return (
      fixPunctuation(problemText('the oath', reading, state.now.get())) || 'No oath is written down here.'
    );
  return (
    cutAtWord(text, MAX_OATH_CHARACTERS) +
    (text.length > MAX_OATH_CHARACTERS ? ' … The rest is on the stone.' : '')
  );
}
