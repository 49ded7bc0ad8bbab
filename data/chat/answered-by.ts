import type { ResidentInfo } from './chat-state.ts';

/** Where a model or an agent runs. */
const places = { 'this home': 'in this home', local: 'local', hosted: 'hosted' } as const;

/** `local/` is the flag's word for any server of the owner; where that is, `place` says. */
const modelName = (by: string): string => by.replace(/^local\//, '');

/**
 * Who answers and from where, as in `model groq/llama-3.3-70b, hosted`; empty before the bridge has
 * said so.
 */
export function answeredBy({ attached, note, kind, by, place }: ResidentInfo): string {
  if (kind === undefined && note === '') return '';
  if (kind === 'status' || !attached) return 'the readings of this home';
  const who =
    kind === undefined
      ? 'a model or an agent'
      : by
        ? `${kind} ${kind === 'model' ? modelName(by) : by}`
        : `${kind === 'agent' ? 'an' : 'a'} ${kind}`;
  return place ? `${who}, ${places[place]}` : who;
}
