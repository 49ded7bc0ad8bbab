import { type Row, fieldText } from './format.ts';
import { type Reading, currentValue } from './reading.ts';
import { type Sovereignty, type SovereigntyPart, sovereigntyLevel } from './records.ts';

/** The score as `72%`, and the label in capitals; both are `ERROR` if the file cannot be read. */
export const sovereigntyTexts = (
  reading: Reading<Sovereignty>,
): { score: string; label: string; level: string } => {
  const value = currentValue(reading);
  return {
    score: fieldText(reading, ({ score }) => `${score}%`),
    label: fieldText(reading, ({ label }) => label.toUpperCase()),
    level: value ? sovereigntyLevel(value.score) : reading.state,
  };
};

/** The counted parts; empty if the reading names none. */
export const partsOf = (reading: Reading<Sovereignty>): readonly SovereigntyPart[] =>
  currentValue(reading)?.parts ?? [];

/**
 * `4 of 7 parts are the owner’s own: pages, …; not own: weather (api.open-meteo.com), …`; empty if the
 * reading names no parts.
 */
export function sovereigntyPartsText(reading: Reading<Sovereignty>): string {
  const parts = partsOf(reading);
  const names = (words: string, which: boolean | null): string => {
    const found = parts
      .filter(({ own }) => own === which)
      .map(({ name, where }) => (where ? `${name} (${where})` : name))
      .join(', ');
    return found && words + found;
  };
  const count = parts.filter(({ own }) => own).length;
  if (parts.length === 0) return '';
  return `${count} of ${parts.length} parts are the owner’s own${names(': ', true)}${names('; not own: ', false)}${names('; not known: ', null)}`;
}

/** One row for each part: whether it is the owner's own, and why. */
export const sovereigntyRows = (reading: Reading<Sovereignty>): Row[] =>
  partsOf(reading).map(({ name, own, where, why }) => ({
    text: `${name}: ${own === null ? 'not known' : own ? 'own' : 'not own'}. ${why ?? where}`.trim(),
    className: own ? 'own' : '',
  }));
