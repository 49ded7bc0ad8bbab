import { currentValue } from '../../../data/readings/reading.ts';
import type { Question, Reply } from '../question.ts';
import { escapeMarkdown } from '../markdown.ts';
import { type Place, placeNamed, placeText } from '../places.ts';
import { controls } from './how-to.ts';
import { portal } from './portals.ts';

export const OFFER = 'Shall I take you there? Press “Take me there” on the page, or Enter on an empty line.';

const offered = (place: Place, base: string): Reply =>
  place.kind === 'portal'
    ? {
        text: `${portal(place.portal, base)}\n\n${OFFER}`,
        action: { action: 'fly', detail: { portal: place.portal.record.id } },
      }
    : {
        text: `I know the way to ${placeText(place)}.\n\n${OFFER}`,
        action: { action: 'fly', detail: { panel: place.name } },
      };

/** The way to a place, or which places there are. */
export function way({ state, words }: Pick<Question, 'state' | 'words'>): Reply {
  const place = placeNamed(state, words);
  if (place) return offered(place, state.base);
  const all = currentValue(state.derived.portals.get()) ?? [];
  const [only] = all;
  if (only && all.length === 1 && words.some((word) => /^(?:portals?|gates?|doors?)$/.test(word)))
    return offered({ kind: 'portal', portal: only }, state.base);
  const names = all.map(({ record }) => escapeMarkdown(record.name));
  return {
    text: `Which place? ${names.length > 0 ? `There are the portals ${names.join(', ')}, and ` : 'There are '}the panels, the bookshelves and the oath stone.`,
  };
}

export const timeLapse = (question: Question): Reply => ({
  text: `${controls(question) ?? ''}\n\n“Show me” on the page starts it too.`,
  action: { action: 'time-lapse', detail: {} },
});
