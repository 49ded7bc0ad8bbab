/**
 * The panels of the page: what visitors open and close with a button of the header. A panel is a drawer or
 * card where there is room, and a sheet on phones.
 *
 * To add one:
 * 1. write its element in `components/panels/` (`settings.ts` is an example);
 * 2. add its name to `panelNames` in `data/view/panels.ts`, for its signal in `state.panels`;
 * 3. describe it in the table below.
 *
 * From this table follow its button, the loading of its file, its place, its sheet on phones, Esc and the
 * return of the focus.
 */
import { type TemplateResult, html } from 'lit';
import type { FrameStats } from '../../data/core/frame-stats.ts';
import { type PanelName, panelNames } from '../../data/view/panels.ts';
import { icons } from '../shared/icons.ts';

/** The inputs of panel elements in addition to the state. */
export interface PanelContext {
  readonly stats?: (() => Readonly<FrameStats>) | undefined;
}

export type PanelPlace = 'left' | 'bottom-left' | 'middle' | 'right';
export type PanelGroup = 'row' | 'switches' | 'texts' | 'tools';

interface Panel {
  /** The accessible name of its button, and its name in the notice about a file that failed to load. */
  readonly label: string;
  readonly icon: TemplateResult;
  /** Where its button is: in the row of the header, or in a group of its menu. */
  readonly group: PanelGroup;
  /** The single-key shortcut that opens and closes it, as in `KeyboardEvent.key`. */
  readonly key?: string;
  /** Its place on a wide page. At each side only one panel is open. */
  readonly place: PanelPlace;
  readonly tag: keyof HTMLElementTagNameMap;
  readonly load: () => Promise<unknown>;
  readonly element: (context: PanelContext) => TemplateResult;
  /** The element is on the page also while the panel is closed, and shows or hides itself. */
  readonly isAlwaysThere?: true;
  /** Selects the element while it is open; the tag by default. */
  readonly openSelector?: string;
  /** Selects the element while it is a sheet on phones; the tag by default. */
  readonly sheetSelector?: string;
}

export const panels: Readonly<Record<PanelName, Panel>> = {
  chat: {
    label: 'Chat',
    icon: icons.chat,
    group: 'row',
    place: 'right',
    tag: 'hw-chat',
    load: () => import('../chat/chat.ts'),
    element: () => html`<hw-chat></hw-chat>`,
    isAlwaysThere: true,
    openSelector: '.shell[data-chat] hw-chat',
  },
  today: {
    label: 'Today',
    icon: icons.today,
    group: 'row',
    place: 'bottom-left',
    tag: 'hw-today',
    load: () => import('../feed/today.ts'),
    element: () => html`<hw-today></hw-today>`,
  },
  directory: {
    label: 'Home as text',
    icon: icons.directory,
    group: 'texts',
    place: 'left',
    tag: 'hw-directory',
    load: () => import('../panels/directory.ts'),
    element: () => html`<hw-directory></hw-directory>`,
    isAlwaysThere: true,
    openSelector: "hw-directory:defined:not([mode='quiet']:not(:focus-within))",
    sheetSelector: "hw-directory:not([mode='page'])",
  },
  log: {
    label: 'Session log',
    icon: icons.log,
    group: 'texts',
    place: 'left',
    tag: 'hw-session-log',
    load: () => import('../feed/session-log.ts'),
    element: () => html`<hw-session-log></hw-session-log>`,
  },
  visitors: {
    label: 'Visitors',
    icon: icons.visitors,
    group: 'texts',
    key: 't',
    place: 'right',
    tag: 'hw-visitors',
    load: () => import('../panels/visitors.ts'),
    element: () => html`<hw-visitors></hw-visitors>`,
  },
  settings: {
    label: 'Settings',
    icon: icons.settings,
    group: 'switches',
    place: 'right',
    tag: 'hw-settings',
    load: () => import('../panels/settings.ts'),
    element: () => html`<hw-settings></hw-settings>`,
  },
  help: {
    label: 'Keys and help',
    icon: icons.help,
    group: 'switches',
    key: '?',
    place: 'right',
    tag: 'hw-help',
    load: () => import('../panels/help.ts'),
    element: () => html`<hw-help></hw-help>`,
  },
  plays: {
    label: 'Plays',
    icon: icons.plays,
    group: 'texts',
    place: 'middle',
    tag: 'hw-film-strip',
    load: () => import('../film/film-strip.ts'),
    element: () => html`<hw-film-strip></hw-film-strip>`,
  },
  debug: {
    label: 'Debug',
    icon: icons.debug,
    group: 'tools',
    place: 'middle',
    tag: 'hw-debug',
    load: () => import('../hud/debug.ts'),
    element: ({ stats }) => html`<hw-debug .stats=${stats}></hw-debug>`,
  },
};

export const panelsAt = (...places: readonly PanelPlace[]): PanelName[] =>
  panelNames.filter((name) => places.includes(panels[name].place));
