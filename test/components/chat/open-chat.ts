import { fixture, html } from '@open-wc/testing';
import '../../../components/chat/chat.ts';
import type { HwChat } from '../../../components/chat/chat.ts';
import type { HwChatComposer } from '../../../components/chat/chat-composer.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import type { State } from '../../../data/state.ts';
import { entry, find, inside, liveState } from '../app/home-state.ts';

/** The open chat with these messages. */
export async function openChat(
  entries: readonly ChatEntry[] = [],
  state = liveState(),
): Promise<{ element: HwChat; state: State }> {
  state.panels.chat.set(true);
  state.chat.entries.set(entries);
  const element = await fixture<HwChat>(html`<hw-chat .state=${state} style="height: 400px"></hw-chat>`);
  const composer = find<HwChatComposer>(element, 'hw-chat-composer');
  composer.state = state;
  await composer.updateComplete;
  return { element, state };
}

/** The messages that the visitor sent in this test. */
export const sent = (state: State): string[] =>
  state.chat.entries
    .get()
    .filter(({ role }) => role === 'visitor')
    .map(({ text }) => text);
export const composerOf = (element: HwChat): HwChatComposer => find(element, 'hw-chat-composer');
export const fieldOf = (element: HwChat): HTMLTextAreaElement => find(composerOf(element), 'textarea');
export const rows = (element: HwChat): Element[] => [...inside(element).querySelectorAll('hw-chat-message')];
export const textOf = (row: Element | undefined): string =>
  inside(row as Element).querySelector('.text')?.textContent ?? '';
export const announced = (element: HwChat): string =>
  find(element, '.visually-hidden[role=status]').textContent ?? '';
export const scrollOf = (element: HwChat): HTMLElement => find(element, '.scroll');
export const atEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < 4;
export const many = (n: number): ChatEntry[] =>
  Array.from({ length: n }, (_, i) => entry(`m${i}`, `message ${i}`));
