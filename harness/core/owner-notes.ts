import { isObject } from '../../data/config/reading-config.ts';

/** Whether a name in `config.json` is a note of the owner and no field: it begins with `_`, `$` or `//`. */
export const isNote = (name: string): boolean => /^(?:[_$]|\/\/)/.test(name);

/** A value of `config.json` without the owner’s notes, on its first level. */
export const withoutNotes = (raw: unknown): unknown =>
  isObject(raw) ? Object.fromEntries(Object.entries(raw).filter(([name]) => !isNote(name))) : raw;
