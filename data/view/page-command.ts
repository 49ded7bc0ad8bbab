import { type EventSignal, emit } from '../core/event.ts';

/** What an input without keys asks of the page: `escape` is the key Esc, `help` the key `?`. */
export type PageCommand = 'escape' | 'help';

/** Gives the page a command; `components/app/page-commands.ts` carries it out. */
export const requestPageCommand = (
  { pageCommand }: { readonly pageCommand: EventSignal<PageCommand> },
  command: PageCommand,
): void => emit(pageCommand, command);
