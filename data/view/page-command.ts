import { type EventSignal, emit } from '../core/event.ts';

/** A command from an input without keys: `escape` is the key Esc, `help` the key `?`. */
export type PageCommand = 'escape' | 'help';

/** Gives the page a command; `components/app/page-commands.ts` carries it out. */
export const requestPageCommand = (
  { pageCommand }: { readonly pageCommand: EventSignal<PageCommand> },
  command: PageCommand,
): void => emit(pageCommand, command);
