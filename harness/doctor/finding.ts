/** What one check of the doctor found. */
export interface Finding {
  /** What was checked, in a word or two: `weather`. */
  readonly name: string;
  /** `note`: it works, and the owner may want to know something. */
  readonly state: 'ok' | 'note' | 'problem';
  /** One sentence or more, without a secret. */
  readonly says: string;
  /** What to do about it. */
  readonly fix?: string;
}

export const ok = (name: string, says: string): Finding => ({ name, state: 'ok', says });
export const note = (name: string, says: string, fix: string): Finding => ({
  name,
  state: 'note',
  says,
  fix,
});
export const problem = (name: string, says: string, fix: string): Finding => ({
  name,
  state: 'problem',
  says,
  fix,
});
