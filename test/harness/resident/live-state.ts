import { defaultConfig } from '../../../data/config/config.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import { type State, createState } from '../../../data/state.ts';
import { readUnderstanding } from '../../../harness/resident/model/resident-setup.ts';
import { replyTo } from '../../../harness/resident/answers/replies.ts';
import type { ReplyContext } from '../../../harness/resident/question.ts';
import { portal } from '../../helpers/home-readings.ts';

export const NOW = Date.parse('2026-05-01T12:00:00Z');
/** The understanding of the examples that the home has. */
export const understanding = await readUnderstanding();
export const answerTo = (text: string, state: State): string =>
  replyTo(text, { state, history: [], visitors: 1, acting: true, understanding }).text;
export const live = <T>(source: string, value: T): Reading<T> => ({
  state: 'live',
  source,
  value,
  fetchedAt: NOW - 5_000,
});

export function liveState(): State {
  const config = { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada', 'Bob Stone'] } };
  const state = createState(config, { base: 'http://this-home/', now: NOW });
  const { readings } = state;
  readings.commits.set(
    live('local/home', [
      { sha: 'a', author: 'Ada', authoredAt: NOW - 3_600_000, title: 'Add <b>bold</b> [x](http://x) `code`' },
      { sha: 'b', author: 'Bob Stone', authoredAt: NOW - 3 * 86_400_000, title: 'Fix it' },
    ]),
  );
  readings.merged.set(
    live('local/home', [{ number: 12, title: 'A feature', author: 'Carol', mergedAt: NOW - 86_400_000 }]),
  );
  readings.agentStatus.set(live('agent-status.json', []));
  readings.sovereignty.set(live('sovereignty-status.json', { score: 57, label: 'mostly own' }));
  readings.weather.set(live('api.example', { temperatureF: 71.7, code: 1, label: 'Clear' }));
  readings.blockHeight.set(live('chain.example', 698_767));
  const words = { name: 'Far World', description: 'A world far away.', owner: 'them' };
  const far = portal('far', { ...words, portal_type: 'game-world', world_category: 'rpg' });
  readings.portalRecords.set(live('portals.json', [far]));
  readings.portalHealth.set(
    live('health', [{ id: 'far', status: 'online', checks: [{ at: NOW, online: true, latencyMs: 42 }] }]),
  );
  return state;
}

/** A home with one open relay, from which it took so many events. */
export function withRelay(state: State, accepted = 0): State {
  state.relay.relays.set([{ url: 'wss://relay.example', state: 'open', accepted, rejected: 0, dropped: 0 }]);
  return state;
}

/** The last answer of a conversation. */
export function converse(
  questions: readonly string[],
  state: State = liveState(),
  more: Partial<Parameters<typeof replyTo>[1]> = {},
): string {
  const history: ReplyContext['history'][number][] = [];
  for (const text of questions) {
    const context = { state, history, visitors: 1, acting: true, understanding, ...more };
    const answer = replyTo(text, context).text;
    history.push({ role: 'visitor', text }, { role: 'resident', text: answer });
  }
  return history.at(-1)?.text ?? '';
}
