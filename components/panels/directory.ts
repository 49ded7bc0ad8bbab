import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { closeButton } from '../shared/control-icons.ts';
import type { State } from '../../data/state.ts';
import { insteadOfWorld } from '../../data/world-state.ts';
import { StateElement } from '../shared/state-element.ts';
import { portalHistoryStyles } from '../shared/history/portal-history.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { presentActivityStyles } from '../shared/text/present-activity.ts';
import { directorySections, pictureNote } from './directory-sections.ts';

/**
 * The home as text: headings, lists and buttons for everything the world shows. It is always there
 * for assistive technology. It is visible when it is open, while the focus is in it, and in place
 * of the picture where there is no WebGL.
 *
 * @attr mode - `quiet` (visible only with the focus in it), `panel`, or `page` (instead of the
 *   picture); set by the element
 * @cssproperty --hw-agent-idle - the mark of an idle agent
 * @cssproperty --hw-agent-working - the mark of a working agent
 * @cssproperty --hw-error - the mark of a dead agent
 * @cssproperty --hw-panel-text - headings
 */
@customElement('hw-directory')
export class HwDirectory extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    presentActivityStyles,
    portalHistoryStyles,
    css`
      :host([mode='quiet']:not(:focus-within)) {
        position: absolute;
        width: 1px;
        height: 1px;
        overflow: hidden;
        clip-path: inset(50%);
      }
      .body {
        padding-bottom: 1rem;
        overflow-wrap: anywhere;
      }
      h3 {
        margin: 1rem 0 0.25rem;
        font-size: 0.8125rem;
        color: var(--hw-panel-text);
      }
      .filling section:first-of-type h3 {
        margin-top: 0;
      }
      .why {
        margin-bottom: 1rem;
      }
      h4 {
        margin: 0;
        font-size: 0.8125rem;
      }
      li {
        padding: 2px 0;
      }
      .portal {
        padding: 0.25rem 0 0.75rem;
      }
      .point {
        padding: 0.25rem 0;
      }
      .point .action,
      .portal .action {
        margin-top: 0.25rem;
      }
      .dead::before {
        content: '✕ ' / '';
        color: var(--hw-error);
      }
      .working::before {
        content: '● ' / '';
        color: var(--hw-agent-working);
      }
      .idle::before {
        content: '○ ' / '';
        color: var(--hw-agent-idle);
      }
      :host([mode='page']) .sections {
        columns: 20rem;
        column-gap: 2rem;
      }
      :host([mode='page']) section section {
        padding-bottom: 0.5rem;
      }
      :host([mode='page']) h3 {
        margin-top: 0;
      }
      :host([mode='page']) :is(.portal, section section:not(:first-child)) {
        break-inside: avoid;
      }
    `,
  ];

  /** Reflected, because the page layout depends on it (later-styles.ts). */
  @property({ reflect: true }) mode: 'quiet' | 'panel' | 'page' = 'quiet';

  protected override willUpdate(): void {
    if (!this.state) return;
    this.mode =
      insteadOfWorld(this.state) === 'text' ? 'page' : this.state.panels.directory.get() ? 'panel' : 'quiet';
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // The text may have been scrolled with Tab while it was hidden, so an opened panel is scrolled to its
    // beginning.
    if (changed.has('mode') && this.mode === 'panel' && !this.matches(':focus-within'))
      this.renderRoot.querySelector('.body')?.scrollTo(0, 0);
  }

  /** Focuses the beginning of the text, for the skip link. */
  override focus(options?: FocusOptions): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.body')?.focus(options));
  }

  protected override renderState(state: State): TemplateResult {
    return html`<section class="panel filling" aria-label="The home as text">
      <div class="panel-head">
        <h2>Home as text</h2>
        ${this.mode === 'panel' ? closeButton('Close the home as text', () => state.panels.directory.set(false)) : nothing}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-label="Portals and panels">
        ${pictureNote(state)}
        <div class="sections">${directorySections(state, this.mode !== 'quiet')}</div>
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-directory': HwDirectory;
  }
}
