import { LitElement, html } from 'lit';

export class Sample extends LitElement {
  override connectedCallback(): void { // expect: lifecycle-super
    this.title = 'no super call';
  }

  clicked = (): void => undefined;

  override render(): unknown {
    return html`<p on-click=${this.clicked}></p>`; // expect: no-legacy-template-syntax
  }
}

export class Closed extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'closed' }); // expect: no-closed-shadow-root
  }
}
