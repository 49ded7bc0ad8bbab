import { type TemplateResult, html, svg } from 'lit';

/**
 * A line icon on a 24-pixel grid, drawn in the colour of the text. It is hidden from screen
 * readers: the button around it has the name.
 */
export const icon = (paths: TemplateResult): TemplateResult =>
  html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${paths}
  </svg>`;
/** An icon of one path. */
export const line = (d: string): TemplateResult => icon(svg`<path d=${d} />`);

/** The icons of the header. */
export const icons = {
  chat: line('M4 5h16v11H9l-5 4V5Z'),
  /** A calendar page. */
  today: line('M5 6h14v14H5V6Zm0 4.5h14M9 3.5V6m6-2.5V6m-6 9h2'),
  /** Headings and lists: the home as text. */
  directory: line('M4 6h2m3 0h11M4 12h2m3 0h11M4 18h2m3 0h11'),
  log: line('M12 7v5l3 2M4.5 9A8 8 0 1 1 4 13M4 5v4h4'),
  /** A strip of film. */
  plays: line('M4 5h16v14H4V5Zm4 0v14m8-14v14M4 12h16M4 8.5h4m-4 7h4m8-7h4m-4 7h4'),
  debug: line('M9 8a3 3 0 0 1 6 0m-7 0h8v6a4 4 0 0 1-8 0V8ZM4 8l4 3m8 0 4-3M4 20l4-4m8 0 4 4M3 14h5m8 0h5'),
  /** Sliders. */
  settings: line(
    'M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0ZM6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0Z',
  ),
  help: line(
    'M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.7M12 16.5v.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
  ),
  /** Two lights. */
  visitors: line('M8.5 7a3 3 0 1 0 .01 0ZM17 9.5a2 2 0 1 0 .01 0ZM8.5 16.5v3M17 16.5v2'),
  photo: line('M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4V8Zm8 1.8a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 1 0 0-7.2Z'),
  /** Two arrows to the right: fast-forward through the day. */
  timeLapse: line('M4 6.5 11 12l-7 5.5v-11Zm9 0L20 12l-7 5.5v-11Z'),
  more: icon(svg`<path stroke-width="3" d="M6 12h.01M12 12h.01M18 12h.01" />`),
} as const;
