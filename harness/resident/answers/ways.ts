import { currentValue } from '../../../data/readings/reading.ts';
import type { Question, Reply } from '../question.ts';
import { escapeMarkdown } from '../reply-text.ts';
import { type Place, placeNamed, placeText } from '../places.ts';
import { controls, helpOn } from './how-to.ts';
import { portal } from './portals.ts';

export const OFFER = 'Shall I take you there? Press “Take me there” on the page, or Enter on an empty line.';

function offered(place: Place, { state, acting }: Pick<Question, 'state' | 'acting'>): Reply {
  if (place.kind === 'portal') {
    const text = portal(place.portal, state.base);
    return acting
      ? {
          text: `${text}\n\n${OFFER}`,
          action: { action: 'fly', detail: { portal: place.portal.record.id } },
        }
      : { text };
  }
  const known = `I know the way to ${placeText(place)}`;
  return acting
    ? { text: `${known}.\n\n${OFFER}`, action: { action: 'fly', detail: { panel: place.name } } }
    : { text: `${known}, but in this chat I cannot take you there.` };
}

/** The way to a place, or which places there are. */
export function way(question: Pick<Question, 'state' | 'words' | 'acting'>): Reply {
  const { state, words } = question;
  const place = placeNamed(state, words);
  if (place) return offered(place, question);
  const all = currentValue(state.derived.portals.get()) ?? [];
  const [only] = all;
  if (only && all.length === 1 && words.some((word) => /^(?:portals?|gates?|doors?)$/.test(word)))
    return offered({ kind: 'portal', portal: only }, question);
  const ofGames = words.some((word) => /^games?$/.test(word));
  const fitting = ofGames ? all.filter(({ record }) => record.portal_type === 'game-world') : all;
  const open = ofGames ? fitting.filter(({ entrance }) => entrance.open) : [];
  if (open.length === 1 && open[0]) return offered({ kind: 'portal', portal: open[0] }, question);
  const names = fitting.map(({ record }) => escapeMarkdown(record.name));
  return {
    text: `Which place? ${names.length > 0 ? `There are the portals ${names.join(', ')}, and ` : 'There are '}the panels, the bookshelves and the oath stone.`,
  };
}

export function timeLapse(question: Question): Reply {
  const text = `The time-lapse replays a day in thirty seconds: its commits, and what the agents did.\n\n${controls(question) ?? helpOn(/time-lapse/)}`;
  return question.acting
    ? {
        text: `${text}\n\n“Show me” on the page starts it too.`,
        action: { action: 'time-lapse', detail: {} },
      }
    : { text };
}
