import { fieldText } from './format.ts';
import { type Reading, currentValue } from './reading.ts';
import { type Sovereignty, sovereigntyLevel } from './records.ts';

/** Score as `72%` and the label in capitals; both `ERROR` when the file cannot be read. */
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

/**
 * `4 of 7 parts are the owner’s own: pages, …; not own: weather (api.open-meteo.com), …`; empty for
 * a figure that names no parts.
 */
export function sovereigntyPartsText(reading: Reading<Sovereignty>): string {
  const parts = currentValue(reading)?.parts ?? [];
  const names = (areOwn: boolean): string =>
    parts
      .filter(({ own }) => own === areOwn)
      .map(({ name, where }) => (where ? `${name} (${where})` : name))
      .join(', ');
  const count = parts.filter(({ own }) => own).length;
  const others = names(false);
  if (parts.length === 0) return '';
  return `${count} of ${parts.length} parts are the owner’s own: ${names(true) || 'none'}${others && `; not own: ${others}`}`;
}
