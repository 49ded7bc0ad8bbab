import type { ResidentInfo } from './chat-state.ts';

/** The words for where a model or agent runs. */
const places = { 'this home': 'in this home', local: 'local', hosted: 'hosted' } as const;

/** Removes the prefix `local/`, which means any server of the owner; `place` says where that server is. */
const modelName = (by: string): string => by.replace(/^local\//, '');

/**
 * Who answers and from where, for example `model groq/llama-3.3-70b, hosted`; empty until the bridge has
 * reported it.
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
