import { type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { closeButton } from '../shared/control-icons.ts';
import type { FrameStats } from '../../data/core/frame-stats.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { RelayState } from '../../data/relay/relay-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { provenanceText } from '../../data/readings/format.ts';
import { relayText } from '../shared/text/relay-text.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { SLIM, base, buttons, panel } from '../shared/styles.ts';

type StateSlice = ChatState & PageState & ReadingsState & RelayState & ViewState;

/** The time between two updates: a person can still read figures that change four times a second. */
const PERIOD_MS = 250;

/** Styles for the document, because modules set these classes on other elements. */
const outlineCss = `
  :is(.collision-box, .light-source) { outline-style: dashed !important; outline-width: 1px !important; }
  .collision-box { outline-color: var(--hw-error) !important; }
  .light-source { outline-color: var(--hw-zap) !important; }
`;

/**
 * Debug panel: frames, modules with their times and failures, the renderer's counts, every reading with its
 * source, age and cause, and every socket. While it is connected, elements with the classes `collision-box`
 * and `light-source` are outlined (specification 6.3).
 *
 * @cssproperty --hw-error - failed modules, and the outlines of `collision-box`
 * @cssproperty --hw-text-quiet - the captions
 * @cssproperty --hw-zap - the outlines of `light-source`
 */
@customElement('hw-debug')
export class HwDebug extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    css`
      h3 {
        margin: 0.5rem 0 0;
        font-size: 0.8125rem;
        color: var(--hw-text-quiet);
      }
      table {
        width: 100%;
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        padding: 0;
        font-weight: 400;
        text-align: left;
        vertical-align: top;
        overflow-wrap: anywhere;
      }
      th {
        padding-right: 0.5rem;
        white-space: nowrap;
      }
      @media ${unsafeCSS(SLIM)} {
        th {
          white-space: normal;
        }
      }
      .figures td {
        text-align: right;
      }
    `,
  ];

  /** Outlines elements of the page while the panel is open. */
  readonly #outlines = new CSSStyleSheet();
  /** Renders the figures at intervals: they are not signals, and the ticker writes them in every frame. */
  #timer: ReturnType<typeof setInterval> | undefined;

  /** The ticker's figures; without it only readings and sockets are shown. */
  @property({ attribute: false }) stats?: () => Readonly<FrameStats>;

  /** Starts the timer, and outlines elements with the classes `collision-box` and `light-source`. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => this.requestUpdate(), PERIOD_MS);
    this.#outlines.replaceSync(outlineCss);
    document.adoptedStyleSheets.push(this.#outlines);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#outlines);
  }

  /**
   * One section: a caption and rows of a name and a value. `kind` sets the layout of the values.
   */
  #table(title: string, rows: readonly (readonly [string, string])[], kind = 'words'): TemplateResult {
    return html`<h3>${title}</h3>
      <table class=${kind}>
        <tbody>
          ${rows.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>`;
  }

  /** Frames a second, milliseconds a frame, the renderer's counts, and each module's share. */
  #frames(stats: Readonly<FrameStats>): TemplateResult {
    const count = (value: number): string => Math.round(value).toLocaleString('en');
    return html`${this.#table(
      'Frame',
      [
        ['frames per second', stats.framesPerSecond.toFixed(0)],
        ['JavaScript per frame', `${stats.frameMilliseconds.toFixed(2)} ms`],
        ['draw calls', count(stats.drawCalls)],
        ['triangles', count(stats.triangles)],
        ['geometries', count(stats.geometries)],
        ['textures', count(stats.textures)],
        ['programs', count(stats.programs)],
      ],
      'figures',
    )}
    ${this.#table(
      'Modules',
      stats.modules.map(({ name, milliseconds, failure }) => [
        name,
        failure === undefined ? `${milliseconds.toFixed(3)} ms` : `✕ off: ${failure}`,
      ]),
      'figures',
    )}`;
  }

  /** Each reading with its provenance, as in the tooltips of the HUD. */
  #readings(state: StateSlice): TemplateResult {
    const now = state.now.get();
    return this.#table(
      'Readings',
      Object.entries(state.readings).map(([name, reading]) => {
        const current = reading.get();
        return [name, `${current.state} · ${provenanceText(current, now)}`];
      }),
    );
  }

  /** The bridge and each relay, with the counts of its events. */
  #sockets(state: StateSlice): TemplateResult {
    const bridge = state.bridge.get();
    return this.#table('Sockets', [
      ['bridge', bridge.cause ? `${bridge.state} · ${bridge.cause}` : bridge.state],
      ...state.relay.relays
        .get()
        .map(
          (relay) =>
            [
              'relay',
              `${relayText(relay)} · ${relay.accepted} kept, ${relay.rejected} rejected, ${relay.dropped} dropped`,
            ] as const,
        ),
    ]);
  }

  protected override renderState(state: StateSlice): TemplateResult {
    return html`<section class="panel filling" aria-label="Debug">
      <div class="panel-head">
        <h2>Debug</h2>
        ${closeButton('Close debug', () => state.panels.debug.set(false))}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-label="Figures">
        ${this.stats ? this.#frames(this.stats()) : nothing} ${this.#readings(state)} ${this.#sockets(state)}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-debug': HwDebug;
  }
}
