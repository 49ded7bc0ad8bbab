import { LitElement, type TemplateResult, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { base, buttons } from '../shared/styles.ts';
import '../shared/status-message.ts';
import type { HwStatusMessage } from '../shared/status-message.ts';
import { type Example, forms, nameOf } from './code.ts';
import { type Control, type ControlName, controls, galleryWidgets } from './controls.ts';
import { demoStyles } from './demo-styles.ts';

/**
 * A widget looks at the colour of the text around it when it renders, and not between: a page that
 * changes its colours under it is rare, but this page does when the visitor chooses another ground.
 */
export function followGrounds(form: HTMLFormElement): void {
  form.addEventListener('change', () => {
    for (const widget of document.querySelectorAll<HTMLElement & { requestUpdate?(): void }>('.ground > *'))
      widget.requestUpdate?.();
  });
}

const isControl = (name: string): name is ControlName => Object.hasOwn(controls, name);

/**
 * The controls and the code of one widget of the gallery. The widget is the page's own element in the
 * ground before this one, so it gets the colours of the ground as it gets those of any page. Its
 * attributes are the only state: a widget that sets one itself changes the code too.
 *
 * @slot - not shown: the code for browsers without scripts
 * @cssproperty --hw-accent - lines of fields and buttons
 * @cssproperty --hw-panel-background - the background of fields and code
 * @cssproperty --hw-text - labels and code
 * @cssproperty --hw-text-quiet - hints
 */
@customElement('hw-widget-demo')
export class HwWidgetDemo extends LitElement {
  static override styles = [base, buttons, demoStyles];

  @query('textarea') private readonly code!: HTMLTextAreaElement;
  @query('hw-status-message') private readonly statusMessage!: HwStatusMessage;

  /** The live widget; before the visitor asks for it, one that is not in the page yet. */
  #widget: HTMLElement | undefined;
  readonly #changes = new MutationObserver(() => this.requestUpdate());
  /** The name of the form of the code. */
  @state() private form = 'html';

  /** The tag of the widget. */
  @property() tag = '';
  /** Width and height of its frame, as in `480x280`; absent without a page for frames. */
  @property() frame?: string;
  /** The name of its badge; absent without one. */
  @property() badge?: string;
  /** The copy of `embed.js` at a fixed address; absent where the build made none. */
  @property() script?: string;
  /** The hash of that copy. */
  @property() integrity?: string;

  override connectedCallback(): void {
    super.connectedCallback();
    // The parser may not be past the children of this element, but it is past what is before it.
    const ground = this.previousElementSibling;
    this.#widget ??= ground?.querySelector<HTMLElement>(this.tag) ?? document.createElement(this.tag);
    this.#changes.observe(this.#widget, { attributes: true });
    ground?.addEventListener('click', this.#show);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#changes.disconnect();
    this.previousElementSibling?.removeEventListener('click', this.#show);
  }

  /** Puts a widget that waits for the visitor instead of its button. */
  readonly #show = ({ target, currentTarget: ground }: Event): void => {
    if (!(target instanceof HTMLButtonElement) || !(ground instanceof HTMLElement) || !this.#widget) return;
    this.#widget.setAttribute('src', './');
    ground.replaceChildren(this.#widget);
    // The button that had the focus is gone.
    ground.tabIndex = -1;
    ground.focus();
  };

  /** An empty value takes the attribute away: without it the widget decides. */
  #set(name: ControlName, value: string | boolean): void {
    if (value === false || value === '') this.#widget?.removeAttribute(name);
    else this.#widget?.setAttribute(name, value === true ? '' : value);
  }

  /** What the code is made of, read from the widget itself. */
  get #example(): Example {
    const { tag, badge, script, integrity } = this;
    const [width, height] = this.frame?.split('x') ?? [];
    const attributes = (this.#widget?.getAttributeNames() ?? []).filter(isControl);
    return {
      tag,
      // As the visitor reached it, which is the public address of a home behind a proxy too.
      base: new URL('.', document.baseURI).href,
      attributes: attributes.map((name) => [name, this.#widget?.getAttribute(name) ?? '']),
      frame: width && height ? { name: nameOf(tag), width, height } : undefined,
      badge,
      fixed: script && integrity ? { script, integrity } : undefined,
    };
  }

  /** Without a clipboard, as on a page without https, the code is selected for the visitor's own keys. */
  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.code.value);
      this.statusMessage.say('Copied.');
    } catch {
      this.code.focus();
      this.code.select();
      this.statusMessage.say('The browser does not allow copying. The code is selected: copy it yourself.');
    }
  }

  /** The native field of one attribute. It is read when the visitor leaves it: a letter is no subject yet. */
  #renderField(name: ControlName, control: Control): TemplateResult {
    const value = this.#widget?.getAttribute(name) ?? '';
    const read = ({ target }: Event): void => {
      const field = target as HTMLInputElement | HTMLSelectElement;
      // A number out of its limits is not set: no form of the code may have it.
      if (field.validity.valid) this.#set(name, field.value);
    };
    switch (control.kind) {
      case 'flag':
        return html`<input
          id=${name}
          type="checkbox"
          .checked=${this.#widget?.hasAttribute(name) ?? false}
          @change=${({ target }: Event) => this.#set(name, (target as HTMLInputElement).checked)}
        />`;
      case 'choice':
        return html`<select id=${name} @change=${read}>
          ${control.choices.map(
            ([choice, text]) => html`<option value=${choice} .selected=${choice === value}>${text}</option>`,
          )}
        </select>`;
      case 'number':
        return html`<input
          id=${name}
          type="number"
          inputmode="numeric"
          min=${control.min}
          max=${control.max}
          .value=${value}
          placeholder=${control.hint}
          @change=${read}
        />`;
      case 'text':
        return html`<input
          id=${name}
          maxlength=${control.maxLength}
          .value=${value}
          placeholder=${control.hint}
          @change=${read}
        />`;
    }
  }

  /** Its label is the attribute's own name, as it will be in the code. */
  #renderControl(name: ControlName): TemplateResult {
    return html`<label for=${name}>${name}</label> ${this.#renderField(name, controls[name])}`;
  }

  /** The forms that this widget has, the code of the chosen one, and what to know about it. */
  #renderCode(): TemplateResult {
    const example = this.#example;
    const offered = forms.flatMap((form) => {
      const code = form.code(example);
      return code === undefined ? [] : [{ ...form, code }];
    });
    const shown = offered.find(({ name }) => name === this.form) ?? offered[0];
    return html`<div class="bar">
        <label for="form">Code as</label>
        <select id="form" @change=${({ target }: Event) => (this.form = (target as HTMLSelectElement).value)}>
          ${offered.map(
            ({ name, title }) =>
              html`<option value=${name} .selected=${name === shown?.name}>${title}</option>`,
          )}
        </select>
        <button class="action" @click=${() => void this.#copy()}>Copy</button>
        <hw-status-message></hw-status-message>
      </div>
      <textarea
        readonly
        spellcheck="false"
        aria-label="Code of ${this.tag}"
        aria-describedby="note"
        rows=${shown?.code.split('\n').length ?? 1}
        .value=${shown?.code ?? ''}
        @focus=${() => this.code.select()}
      ></textarea>
      <p class="quiet" id="note">${shown?.note}</p>`;
  }

  protected override render(): TemplateResult {
    const names = galleryWidgets[this.tag]?.controls ?? [];
    return html`<div class="controls" role="group" aria-label="Attributes of ${this.tag}">
        ${names.map((name) => html`<div class="field">${this.#renderControl(name)}</div>`)}
      </div>
      <div class="code" role="group" aria-label="Code of ${this.tag}">${this.#renderCode()}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-widget-demo': HwWidgetDemo;
  }
}
