import { css, html, svg } from 'lit';

export const hex = '#4488ff'; // expect: no-colour-literals
export const short = '#48f'; // expect: no-colour-literals
export const clear = '#4488ff80'; // expect: no-colour-literals
export const part = 'border-color: #48f'; // expect: no-colour-literals
export const rgb = 'rgb(68, 136, 255)'; // expect: no-colour-literals
export const rgba = `rgba(68, 136, 255, 0.5)`; // expect: no-colour-literals
export const hsl = 'hsl(220 100% 63%)'; // expect: no-colour-literals
export const sheet = css`p { color: #48f; }`; // expect: no-colour-literals
export const last = css`p { background: linear-gradient(#012, var(--hw-accent)) }`; // expect: no-colour-literals
export const shape = svg`<path fill="#4488ff" style="stroke: #48f"/>`; // expect: no-colour-literals

export const id = '#world';
export const found = (root: ParentNode): Element | null => root.querySelector('#abc');
export const skip = html`<a href="#fed-up">&#160;issue: #123</a>`;
export const rule = css`#fed { color: var(--hw-accent); } a:hover #abc { fill: currentColor; }`;
export const mixed = css`p { color: color-mix(in srgb, var(--hw-accent) 25%, transparent); }`;
export const relative = css`p { color: rgb(from var(--hw-accent) r g b / 50%); }`;
export const given = (r: number, g: number, b: number): string => `rgb(${r}, ${g}, ${b})`;
export class Private {
  readonly #abc = 1;
  get abc(): number {
    return this.#abc;
  }
}
