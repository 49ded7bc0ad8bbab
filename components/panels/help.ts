import { type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { changeSettings, type SettingsState } from '../../data/config/settings/settings.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { offerFocus } from '../shared/focus.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { SLIM, base, buttons, panel } from '../shared/styles.ts';
import {
  type HelpGroup,
  gamepad,
  mouse,
  other,
  singleKeys,
  touch,
  walking,
} from '../../data/view/help-rows.ts';
import { documentCard } from '../shared/document-card.ts';
import { helpWorld, helpWorldStyles } from './help-world.ts';

/** The page's own script, with a content hash in its name (`rollup.config.mjs`). */
const SCRIPT = /\/(index-[\w-]{8})\.js$/;

/**
 * Returns the version of the page and its build, in words. With the build, an owner can check whether an open
 * page is of the build that `/healthz` reports. Undefined if the page was not built.
 */
export function buildText(page: Document): string | undefined {
  const version = page.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
  const scripts = [...page.querySelectorAll<HTMLScriptElement>('script[type="module"]')];
  const [, build] = scripts.map(({ src }) => SCRIPT.exec(src)).find((found) => found !== null) ?? [];
  return version === undefined || build === undefined ? undefined : `Version ${version}, build ${build}`;
}

type StateSlice = ChatState & SettingsState & ViewState & WorldState;

/** The tabs, in order. Help begins with what the visitor sees; keys come second. */
const tabs = [
  { id: 'world', label: 'What you see' },
  { id: 'keys', label: 'Keys, mouse and touch' },
] as const;
type Tab = (typeof tabs)[number]['id'];

/**
 * Two tabs: what the world shows, and everything that can be pressed, dragged or tapped
 * (`data/view/help-rows.ts`). Without a world there are only the keys. The panel takes the focus, so that the
 * keyboard scrolls it, and the page returns the focus when the panel closes.
 *
 * @cssproperty --hw-panel-text - the keys
 * @cssproperty --hw-sovereignty-mid - the line beside the note that keys are switched off
 * @cssproperty --hw-text-quiet - what they do
 */
@customElement('hw-help')
export class HwHelp extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    documentCard,
    helpWorldStyles,
    css`
      /* The row of tabs stays in place while the text below it scrolls. */
      [role='tablist'] {
        display: flex;
        flex: none;
        gap: 0.25rem;
        padding: 0 0.5rem;
        border-bottom: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      [role='tab'] {
        min-height: 2.75rem;
        padding: 0 0.5rem;
        color: var(--hw-text-quiet);
        background: none;
        border: 0;
        border-bottom: 2px solid transparent;
      }
      /* Marked by a line as well as by colour. */
      [role='tab'][aria-selected='true'] {
        color: var(--hw-panel-text);
        border-bottom-color: currentColor;
      }
      [role='tab']:focus-visible {
        outline-offset: -2px;
      }
      .body {
        padding-bottom: 0.75rem;
      }
      h3 {
        padding: 0.5rem 0 0.25rem;
        color: var(--hw-panel-text);
        font-size: 0.8125rem;
        font-weight: 600;
      }
      .row {
        display: grid;
        grid-template-columns: 7rem minmax(0, 1fr);
        gap: 0.75rem;
        padding: 1px 0;
      }
      @media ${unsafeCSS(SLIM)} {
        .row {
          display: block;
        }
      }
      dd {
        color: var(--hw-text-quiet);
      }
      .off {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 1rem;
        align-items: center;
        padding: 0.25rem 0 0.25rem 0.75rem;
        border-left: 3px solid var(--hw-sovereignty-mid);
      }
      /* This text is for owners, so it comes last. */
      .build {
        padding-top: 0.75rem;
        color: var(--hw-text-quiet);
      }
      .struck dt {
        color: var(--hw-text-quiet);
        text-decoration: line-through;
      }
    `,
  ];

  /** On touch screens the gestures come first, and the keys after them. */
  readonly #coarse = window.matchMedia('(pointer: coarse)');

  @query('.body:not([hidden])') private readonly body?: HTMLElement;

  /** The selected tab. A newly opened help begins with the first one. */
  @state() private tab: Tab = 'world';

  /** Releases the pointer lock. */
  override connectedCallback(): void {
    super.connectedCallback();
    // Visitors need the pointer to scroll and to close the panel.
    document.exitPointerLock();
  }

  protected override firstUpdated(): void {
    offerFocus(this.body);
  }

  /** A list with its heading. `off`: single-key shortcuts are switched off. */
  #group({ title, rows, single = false }: HelpGroup, off = false): TemplateResult {
    return html`<h3>${title}</h3>
      <dl class=${single && off ? 'struck' : ''}>
        ${rows.map(
          ([key, effect]) =>
            html`<div class="row">
              <dt>${key}</dt>
              <dd>${effect}</dd>
            </div>`,
        )}
      </dl>`;
  }

  /** Says that single keys are switched off, with the button that switches them on. */
  #off(state: StateSlice): TemplateResult {
    return html`<div class="off">
      <span>Shortcuts are switched off.</span>
      <button
        type="button"
        class="action"
        @click=${() => {
          changeSettings(state, { shortcuts: true });
          // The button is removed, and its focus must stay in the panel.
          this.body?.focus({ preventScroll: true });
        }}
      >
        Switch them on
      </button>
    </div>`;
  }

  /** Arrow keys, Home and End select a tab and move the focus to it. */
  readonly #onTabKey = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === this.tab);
    const last = tabs.length - 1;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    const next = to === undefined ? undefined : tabs.at(to > last ? 0 : to);
    if (!next) return;
    event.preventDefault();
    this.tab = next.id;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus(),
    );
  };

  /**
   * The tabs. Only the selected tab is in the focus order, as in the ARIA pattern
   * (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/).
   */
  #tabs(): TemplateResult {
    return html`<div role="tablist" aria-label="Help" @keydown=${this.#onTabKey}>
      ${tabs.map(
        ({ id, label }) =>
          html`<button
            type="button"
            role="tab"
            id="tab-${id}"
            aria-controls=${id}
            aria-selected=${id === this.tab}
            tabindex=${id === this.tab ? 0 : -1}
            @click=${() => (this.tab = id)}
          >
            ${label}
          </button>`,
      )}
    </div>`;
  }

  /**
   * Renders the text of a tab, which the visitor can scroll with the keyboard. The text of the other tab is
   * hidden and not removed, so that it keeps its scroll position. Without a world there are no tabs, and the
   * title names the only text.
   */
  #body(id: Tab, drawn: boolean, content: unknown): TemplateResult {
    return html`<div
      class="body scroll"
      id=${id}
      tabindex="0"
      role=${drawn ? 'tabpanel' : 'group'}
      aria-labelledby=${drawn ? `tab-${id}` : 'title'}
      ?hidden=${drawn && id !== this.tab}
    >
      ${content}
    </div>`;
  }

  protected override renderState(state: StateSlice): TemplateResult {
    const drawn = state.world.status.get().phase !== 'unavailable';
    const off = !state.settings.get().shortcuts;
    const build = buildText(document);
    const keys = singleKeys(drawn);
    const everywhere = other(drawn);
    const pictured = [mouse, walking, keys, everywhere, gamepad];
    const groups = drawn
      ? this.#coarse.matches
        ? [touch, ...pictured]
        : [...pictured, touch]
      : [keys, everywhere];
    return html`<section class="panel filling" aria-labelledby="title">
      <div class="panel-head">
        <h2 id="title">${drawn ? 'Help' : 'Keys'}</h2>
        ${closeButton('Close the help', () => state.panels.help.set(false))}
      </div>
      ${drawn ? html`${this.#tabs()} ${this.#body('world', drawn, helpWorld(state))}` : nothing}
      ${this.#body(
        'keys',
        drawn,
        html`${off ? this.#off(state) : nothing} ${groups.map((group) => this.#group(group, off))}
        ${build === undefined ? nothing : html`<p class="build">${build}</p>`}`,
      )}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-help': HwHelp;
  }
}
