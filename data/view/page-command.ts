import { type EventSignal, emit } from '../core/event.ts';

/** A command from an input without keys: `escape` is like the key Esc, `help` like the key `?`. */
export type PageCommand = 'escape' | 'help';

/** Sends a command to the page; `components/app/follow-page.ts` executes it. */
export const requestPageCommand = (
  { pageCommand }: { readonly pageCommand: EventSignal<PageCommand> },
  command: PageCommand,
): void => emit(pageCommand, command);
