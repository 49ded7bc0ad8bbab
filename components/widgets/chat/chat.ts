import { type PropertyValues, type TemplateResult, html } from 'lit';
import type { ChatPartner } from '../../../data/apps/chat-elsewhere.ts';
import type { HomeState } from '../../../data/apps/home-state.ts';
import type { HomeView } from '../../../data/apps/widget-home.ts';
import { hostOf } from '../../../data/core/http.ts';
import { DASH } from '../../../data/readings/format.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import { light } from '../../../theme/light.ts';
import { theme } from '../../../theme/theme.ts';
import { css } from '../../shared/theme-css.ts';
import { define } from '../define-when-present.ts';
import { HomeElement } from '../home-element.ts';
import { panelStyles } from '../panel-styles.ts';

/** The text for the connection in the foot line. */
const connections: Partial<Record<Reading<unknown>['state'], string>> = {
  loading: 'connecting',
  live: 'connected',
};

/**
 * Talk to the resident of a home from another page, if the home allows the page's origin. The
 * conversation itself is loaded when the element is seen.
 *
 * @cssproperty --hw-background - the field for messages
 */
export class ChatElement extends HomeElement {
  static override styles = [
    panelStyles,
    css`
      :host {
        height: 34em;
      }
      section {
        min-height: 15em;
      }
      :host([compact]) section {
        flex-wrap: nowrap;
        flex-direction: column;
        align-items: stretch;
        padding-inline: 16px;
      }
      /*
       * Maps the widget's colours to the custom properties of the world's page, which the elements inside
       * use.
       */
      hw-chat-room {
        --hw-text: var(--text);
        --hw-text-quiet: var(--quiet);
        --hw-panel-text: var(--figure);
        --hw-accent: var(--accent);
        --hw-error: var(--error);
        --field: var(--hw-background, light-dark(${light.panelBackground}, ${theme.colors.background}));
        --hw-background: var(--field);
        --hw-panel-background: light-dark(${light.panelBackground}, ${theme.colors.panelBackground});
        flex: 1;
        min-height: 0;
        margin-inline: -16px;
      }
    `,
  ];

  protected override readonly sources = () => [];
  /**
   * The conversation sets this reading. It has its own copies of the libraries, so it passes only plain
   * values.
   */
  #reading: Reading<ChatPartner> | undefined;
  /**
   * Whether the element has been in view. Until then the conversation is not loaded, because a chat at the
   * end of a long page may never be seen.
   */
  #isSeen = false;
  /**
   * Whether the script of the conversation failed to load. It is loaded again when the element next comes
   * into view.
   */
  #hasFailed = false;
  readonly #seen = new IntersectionObserver(
    (entries) => {
      if (!entries.at(-1)?.isIntersecting) this.#hasFailed = false;
      else if (!this.#hasFailed) this.#load();
    },
    { rootMargin: '200px' },
  );

  protected override get heading(): string {
    const name = this.#reading?.value?.name;
    return name === undefined ? 'Chat' : `Chat with ${name}`;
  }

  /** Who answers, and whether the home can be reached. */
  override get reading(): Reading<ChatPartner> | undefined {
    return this.#reading;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.#isSeen) this.#seen.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen.disconnect();
  }

  /** Forgets who answered at another home. */
  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('src')) this.#reading = undefined;
    super.willUpdate(changed);
  }

  /**
   * If the home's config.json cannot be read, the home may not allow this page. The cause then says how to
   * allow it.
   */
  protected override get view(): HomeView {
    const view = super.view;
    if (view.phase !== 'failed' || this.src === undefined) return view;
    const { origin } = location;
    return {
      ...view,
      cause: `${view.cause} To let this page talk to the resident, the owner of the home has to add "${origin}" to "allowedOrigins" in its config.json.`,
    };
  }

  /** Loads the script of the conversation, which then connects to the home. */
  #load(): void {
    this.#seen.disconnect();
    this.#isSeen = true;
    this.requestUpdate();
    import('./room.ts').catch(() => {
      this.#isSeen = false;
      this.#hasFailed = true;
      const source = `chat, ${hostOf(this.src ?? '')}`;
      this.#show({ state: 'error', source, cause: 'The script of the chat could not be loaded.' });
      if (this.isConnected) this.#seen.observe(this);
    });
  }

  /** Sets the state of the conversation, for the heading, the foot line and the events of the widget. */
  #show(reading: Reading<ChatPartner>): void {
    this.#reading = reading;
    this.requestUpdate();
  }

  protected override renderHome(state: HomeState): TemplateResult {
    const reading = this.#reading;
    const mark = reading?.state ?? 'loading';
    const foot = `${hostOf(state.base)} · ${connections[mark] ?? 'not connected'}`;
    return this.renderPanel(
      this.#isSeen ? this.#renderRoom(state) : html`<p class="figure">${reading?.cause ?? DASH}</p>`,
      foot,
      mark,
    );
  }

  /** `base` and `file` stay the same objects from one render to the next, so the home is opened once. */
  #renderRoom({ base, configFile }: HomeState): TemplateResult {
    const file = configFile.get();
    return html`<hw-chat-room
      .base=${base}
      .file=${'raw' in file ? file.raw : undefined}
      .compact=${this.compact}
      @hw-chat-room=${({ detail }: CustomEvent<Reading<ChatPartner>>) => this.#show(detail)}
    ></hw-chat-room>`;
  }
}

define('hw-chat', ChatElement);
