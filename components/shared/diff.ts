import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type DiffLine, diffLines, lineName } from '../../data/core/diff.ts';
import { base } from './styles.ts';

/** What screen readers say before a line instead of its colour and sign. */
const WORDS: Readonly<Partial<Record<DiffLine['kind'], string>>> = { added: 'added: ', removed: 'removed: ' };
const SIGNS: Readonly<Partial<Record<DiffLine['kind'], string>>> = { added: '+', removed: '−' };

/** How many lines the keys “Page Up” and “Page Down” move by. */
const PAGE_LINES = 20;

/** By how many lines a key moves. */
const STEPS: Readonly<Partial<Record<string, number>>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_LINES,
  PageUp: -PAGE_LINES,
  Home: -Infinity,
  End: Infinity,
};

/**
 * A unified diff, line by line: a sign and a colour for each, and the number of the line.
 *
 * @fires line-chosen - a line was chosen, with the pointer or the keyboard; the detail is its name
 */
@customElement('hw-diff')
export class HwDiff extends LitElement {
  static override styles = [
    base,
    css`
      ol {
        padding: 0.375rem 0;
        font-size: 0.75rem;
        line-height: 1.6;
        background: var(--hw-background);
        border-radius: 4px;
      }
      li {
        display: grid;
        grid-template-columns: 2.75rem 0.875rem minmax(0, 1fr);
        padding-right: 0.5rem;
        border-left: 3px solid transparent;
      }
      /*
       * Spaces at the end of a line take up room and wrap, so that many spaces cannot hide the text after
       * them.
       */
      .text {
        white-space: break-spaces;
        line-break: anywhere;
        tab-size: 2;
        direction: ltr;
        unicode-bidi: isolate;
      }
      .number {
        padding-right: 0.5rem;
        color: var(--hw-text-quiet);
        text-align: right;
        user-select: none;
      }
      .added {
        background: color-mix(in srgb, var(--hw-panel-text) 13%, transparent);
        border-color: var(--hw-panel-text);
      }
      .removed {
        background: color-mix(in srgb, var(--hw-error) 20%, transparent);
        border-color: var(--hw-error);
      }
      .hunk,
      .note {
        color: var(--hw-text-quiet);
      }
      .file {
        font-weight: 700;
      }
      /* Lines that are out of view cost nothing until they come near. */
      [role='option'] {
        content-visibility: auto;
        contain-intrinsic-block-size: auto 1.2rem;
        /* Keeps a line that is scrolled into view off the edges, where the text fades out. */
        scroll-margin-block: 2.5rem;
      }
      :is(.added, .removed, .same)[role='option'] {
        cursor: pointer;
      }
      @media (hover: hover) {
        :is(.added, .removed, .same)[role='option']:hover {
          border-color: var(--hw-text);
        }
      }
      [aria-selected='true'],
      ol:focus-visible > .current {
        outline: 2px solid var(--hw-text);
        outline-offset: -2px;
      }
      .hunk,
      .note,
      .file {
        display: block;
        padding-left: 0.5rem;
      }
    `,
  ];

  @property() diff = '';
  /** The file of all lines; empty if the diff says it. */
  @property() path = '';
  /** Whether the owner can choose a line. */
  @property({ type: Boolean }) choosing = false;

  #lines: readonly DiffLine[] = [];
  /** The line at which the keyboard is. Not a part of the template: a long diff would take too long to render again. */
  #current: Element | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('diff')) return;
    this.#lines = diffLines(this.diff);
    // Another diff takes over the elements of this one.
    this.#current?.classList.remove('current');
    this.#current?.parentElement?.removeAttribute('aria-activedescendant');
    this.#current = undefined;
    this.shadowRoot?.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
  }

  /** Moves the keyboard to a line, and scrolls to it. */
  #move(line: Element | undefined): void {
    const list = line?.parentElement;
    if (!line || !list) return;
    this.#current?.classList.remove('current');
    this.#current = line;
    line.classList.add('current');
    line.id = `line-${this.#indexOf(line)}`;
    list.setAttribute('aria-activedescendant', line.id);
    this.showLine();
  }

  /** Scrolls to the line at which the keyboard is: what covered it may have come after it was chosen. */
  showLine(): void {
    this.#current?.scrollIntoView({ block: 'nearest' });
  }

  #indexOf(line: Element): number {
    return [...(line.parentElement?.children ?? [])].indexOf(line);
  }

  #choose(line: Element): void {
    const detail = lineName(this.#lines, this.#indexOf(line), this.path);
    if (detail === undefined) return;
    line.parentElement?.querySelector('[aria-selected="true"]')?.setAttribute('aria-selected', 'false');
    line.setAttribute('aria-selected', 'true');
    this.dispatchEvent(new CustomEvent<string>('line-chosen', { bubbles: true, composed: true, detail }));
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const list = event.currentTarget as HTMLElement;
    const step = STEPS[event.key];
    const isChoice = event.key === 'Enter' || event.key === ' ';
    if (event.ctrlKey || event.metaKey || event.altKey || (step === undefined && !isChoice)) return;
    event.preventDefault();
    const at = this.#current?.isConnected ? this.#indexOf(this.#current) : -1;
    const last = list.children.length - 1;
    if (step !== undefined) this.#move(list.children[Math.min(last, Math.max(0, at + step))]);
    else if (this.#current?.isConnected) this.#choose(this.#current);
  };

  readonly #onClick = (event: Event): void => {
    const line = (event.target as Element).closest('li');
    if (!line) return;
    this.#move(line);
    this.#choose(line);
  };

  #line({ kind, text, before, after }: DiffLine): TemplateResult {
    const [role, selected] = this.choosing ? (['option', 'false'] as const) : [nothing, nothing];
    if (kind === 'hunk' || kind === 'note' || kind === 'file')
      return html`<li class=${kind} role=${role} aria-disabled=${this.choosing ? 'true' : nothing}>
        <span class="text">${text}</span>
      </li>`;
    return html`<li class=${kind} role=${role} aria-selected=${selected}>
      <span class="number">${after ?? before}</span>
      <span aria-hidden="true">${SIGNS[kind] ?? ' '}</span>
      <span class="text"><span class="visually-hidden">${WORDS[kind] ?? ''}</span>${text}</span>
    </li>`;
  }

  protected override render(): TemplateResult {
    const lines = this.#lines.map((line) => this.#line(line));
    if (!this.choosing)
      return html`<ol aria-label="Changes, line by line">
        ${lines}
      </ol>`;
    return html`<ol
      role="listbox"
      tabindex="0"
      aria-label="Changes, line by line. Enter chooses a line."
      @keydown=${this.#onKey}
      @click=${this.#onClick}
    >
      ${lines}
    </ol>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-diff': HwDiff;
  }
}
