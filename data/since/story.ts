import type { StorySentence } from '../speech/narration.ts';
import { durationInWords, sentencesOf } from '../speech/speech-text.ts';
import { type Absence, isLong } from './absence.ts';
import { NOTHING_HAPPENED, RECORDED, type SinceAnswer, type SinceLine } from './since.ts';

/** At fourteen characters a second, calm speech of a minute and a half. */
const MAX_STORY_CHARACTERS = 1_200;

/** The story of an absence, in spoken sentences of at most a minute and a half. It says only what the lines say. */
export function storyOf(absence: Absence, lines: readonly SinceLine[], answer: SinceAnswer): StorySentence[] {
  const hour = new Date(absence.until).getHours();
  const greeting =
    hour < 5 ? 'Hello.' : hour < 12 ? 'Good morning.' : hour < 18 ? 'Good afternoon.' : 'Good evening.';
  const isCut = isLong(absence);
  const recording = answer.recorded ? ` ${RECORDED}` : '';
  const first = `${greeting} You were away for ${durationInWords(absence.until - absence.from)}.${isCut ? ' This is the last day.' : ''}${recording}`;
  const hasFailed = lines.some(({ kind }) => kind === 'failed');
  const waits = lines.some(({ kind }) => kind === 'waits');
  const middle = lines.length === 0 ? NOTHING_HAPPENED : hasFailed ? 'Not everything went well.' : '';
  const last = waits ? 'An agent waits for you: the door is the place to answer.' : 'Nothing waits for you.';
  const told: StorySentence[] = [];
  let isWhole = !answer.isCut;
  let length = first.length + middle.length + last.length;
  for (const line of lines) {
    length += line.spoken.length + 1;
    if (length > MAX_STORY_CHARACTERS) {
      isWhole = false;
      break;
    }
    told.push(...sentencesOf(line.spoken).map((text) => ({ text, href: line.href, panel: line.panel })));
  }
  const gap = isWhole ? '' : 'There was more than I can tell.';
  return [
    ...sentencesOf(`${first} ${middle}`).map((text) => ({ text })),
    ...told,
    ...sentencesOf(`${gap} ${last}`).map((text) => ({ text })),
  ];
}
