import { sendChat } from '../../../data/chat/chat.ts';
import { type BridgeTab, openBridgeTab } from '../../helpers/bridge-tab.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { ticking } from '../../helpers/waiting.ts';

interface Visitor {
  readonly tab: BridgeTab;
  readonly storage: MemoryStorage;
  readonly questions: readonly string[];
}

/** Visitors with the client of the page, who all ask at once. The resident has to repeat each question. */
export class ManyVisitors {
  readonly #visitors: readonly Visitor[];
  readonly #stop: () => void;

  /** @param now May jump ahead, so that no one waits for the pause before a new attempt to connect. */
  constructor(base: string, count: number, questions: number, now: () => number) {
    const clients = new Set<{ update(elapsed: number, delta: number): void }>();
    // One timer for all: a thousand of them would be the load that is measured.
    this.#stop = ticking({ update: (...at) => clients.forEach((client) => client.update(...at)) });
    this.#visitors = Array.from({ length: count }, (_, index) => {
      const storage = new MemoryStorage();
      const tab = openBridgeTab({
        base,
        storage,
        now,
        tick: (client) => {
          clients.add(client);
          return () => clients.delete(client);
        },
      });
      const asked = Array.from(
        { length: questions },
        (_question, number) => `visitor-${index} asks-${number}`,
      );
      return { tab, storage, questions: asked };
    });
  }

  get areConnected(): boolean {
    return this.#visitors.every(({ tab }) => tab.state.bridge.get().state === 'open');
  }

  ask(): void {
    for (const { tab, storage, questions } of this.#visitors)
      for (const question of questions) sendChat(tab.state, question, storage);
  }

  /** Answers that have come so far, of all together. */
  get answered(): number {
    return this.#visitors.reduce((sum, { tab }) => sum + tab.state.speech.get().count, 0);
  }

  /** What is wrong with the conversations: each question and its answer once, in their order, and nothing else. */
  get faults(): string[] {
    return this.#visitors.flatMap(({ tab, questions }) => {
      const wanted = [
        ...questions.map((question) => `visitor complete ${question}`),
        ...questions.map((question) => `resident complete ${question}`),
      ].sort();
      const entries = tab.state.chat.entries.get();
      const lines = entries.map(({ role, status, text }) => `${role} ${status} ${text.trim()}`);
      const answers = entries.flatMap(({ role, text }) => (role === 'resident' ? [text.trim()] : []));
      const spoken = tab.state.speech.get().count;
      const isRight =
        [...lines].sort().join('\n') === wanted.join('\n') &&
        answers.join('\n') === questions.join('\n') &&
        spoken === questions.length;
      return isRight ? [] : [`${lines.join('; ')}; spoken ${spoken}`];
    });
  }

  close(): void {
    for (const { tab } of this.#visitors) tab.close();
    this.#stop();
  }
}
