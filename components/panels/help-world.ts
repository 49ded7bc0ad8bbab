import { type TemplateResult, css, html, svg } from 'lit';
import type { ChatState } from '../../data/chat/chat-state.ts';
import { icon, line } from '../shared/icons.ts';

/** A pictogram in the colour of its object in the world, and what the object shows. */
interface Pictogram {
  /** The name of the object in hints and links. */
  readonly name: string;
  /** A line icon like those of the header. */
  readonly picture: TemplateResult;
  /** The class of its style below, because the page's content security policy allows no style attributes. */
  readonly kind: string;
  /** One or two sentences; docs/world.md has every object and its data. */
  readonly text: (resident: string) => string;
}

/** In the order in which a visitor meets the objects: from the middle of the platform outwards. */
const pictograms: readonly Pictogram[] = [
  {
    name: 'The resident',
    picture: icon(
      svg`<circle cx="12" cy="5.5" r="2.5" /><path d="M7 21c0-7 1-10.5 5-10.5S17 14 17 21M4 14c1-4 3-6 5-7m11 7c-1-4-3-6-5-7" />`,
    ),
    kind: 'resident',
    text: (resident) =>
      `${resident} lives here and answers from the home’s own readings. Its light shows whether it listens, thinks, speaks or works.`,
  },
  {
    name: 'Panels',
    picture: line(
      'M3 6l8-2v11l-8 2V6Zm10-2 8 2v11l-8-2V4ZM5.5 9l3-.7M5.5 12l3-.7m7-3 3 .7m-3 2.3 3 .7M12 21v-4',
    ),
    kind: 'panels',
    text: () =>
      'Agents, commits, portals, weather and block height: a headline from afar, all rows from near.',
  },
  {
    name: 'The meter',
    picture: line('M3 17a9 9 0 0 1 18 0M6.5 17a5.5 5.5 0 0 1 9-4.2M12 17h.01M3 20h18'),
    kind: 'meter',
    text: () => 'How many of its parts the owner of this home runs themselves.',
  },
  {
    name: 'The floor',
    picture: line('M12 5l9 5-9 5-9-5 9-5Zm0 3.3 3 1.7-3 1.7-3-1.7 3-1.7ZM3 14l9 5 9-5'),
    kind: 'floor',
    text: () =>
      'The commits of the last 24 hours as a clock: midnight towards the start, noon at the back, a hand of light at the present; a ring for each agent, a field for each hour.',
  },
  {
    name: 'Lightning',
    picture: line('M5 21V8m14 13V8M5 8l4 3 2-3 3 5 2-4 3-1'),
    kind: 'lightning',
    text: () => 'An arc between the pylons for each agent that is active now.',
  },
  {
    name: 'Banners',
    picture: line('M6 21V3m0 1h11v10l-5.5-2.5L6 14M9 7h5'),
    kind: 'banners',
    text: () => 'The last five commits, the newest nearest to the start.',
  },
  {
    name: 'Portals',
    picture: icon(
      svg`<path d="M4 21V11a8 8 0 0 1 16 0v10M2 21h20" /><circle cx="12" cy="12.5" r="4.5" /><path d="M12 10.5a2 2 0 1 1-2 2" />`,
    ),
    kind: 'portals',
    text: () =>
      'Arches that lead to other worlds: bright where the other side answers, dark where it does not.',
  },
  {
    name: 'The Earth and the beam',
    picture: icon(
      svg`<circle cx="14" cy="9" r="6" /><path d="M14 3c-3 3.5-3 8.5 0 12M8.3 7h11.4M4 21V4m-2 17h4" />`,
    ),
    kind: 'beam',
    text: () =>
      'Day and night of this minute, with the weather of this place. Each payment on the relays is a pulse in the beam.',
  },
];

/**
 * What the bright objects of the world show. The pictograms are hidden from screen readers, because the name
 * beside each says the same.
 */
export const helpWorld = ({ resident }: ChatState): TemplateResult =>
  html`<ul class="pictograms">
    ${pictograms.map(
      ({ name, picture, kind, text }) =>
        html`<li>
          <span class="picture ${kind}">${picture}</span>
          <p><strong>${name}</strong> <span class="quiet">${text(resident.get().name)}</span></p>
        </li>`,
    )}
  </ul>`;

/** Styles for the element that renders the list. Texts and buttons keep that element's styles. */
export const helpWorldStyles = css`
  .pictograms {
    display: grid;
    gap: 0.625rem;
    padding-top: 0.75rem;
  }
  .pictograms li {
    display: grid;
    grid-template-columns: 2.25rem minmax(0, 1fr);
    gap: 0.75rem;
    align-items: start;
  }
  .pictograms svg {
    display: block;
    width: 2.25rem;
    height: 2.25rem;
  }
  .pictograms strong {
    display: block;
    font-weight: 600;
  }
  .picture.resident {
    color: var(--hw-resident);
  }
  .picture.panels {
    color: var(--hw-panel-text);
  }
  .picture.meter {
    color: var(--hw-sovereignty-mid);
  }
  .picture.floor {
    color: var(--hw-accent);
  }
  .picture.lightning {
    color: var(--hw-agent-working);
  }
  .picture.banners {
    color: var(--hw-path);
  }
  .picture.portals {
    color: var(--hw-portal-default);
  }
  .picture.beam {
    color: var(--hw-zap);
  }
  @media (forced-colors: active) {
    .picture.picture {
      color: CanvasText;
    }
  }
`;
