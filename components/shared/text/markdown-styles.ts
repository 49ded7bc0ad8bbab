import { css } from 'lit';

/** Longer messages are shown as plain text, because formatting them could block the page. */
const MARKDOWN_CHARACTERS = 20_000;

type Render = typeof import('./markdown.ts').renderMarkdown;

let render: Render | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads the Markdown formatter (24 kB compressed) once for all elements; undefined if it is loaded. If that
 * fails (offline, blocked), texts stay plain, and the next element tries again.
 */
export function loadFormatter(): Promise<void> | undefined {
  if (render) return undefined;
  loading ??= import('./markdown.ts').then(
    (module) => {
      render = module.renderMarkdown;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** A text as safe nodes; undefined until the formatter is loaded, and for texts that it cannot format. */
export function formatted(text: string, options?: Parameters<Render>[1]): DocumentFragment | undefined {
  if (!render || text.length > MARKDOWN_CHARACTERS) return undefined;
  try {
    return render(text, options);
  } catch {
    return undefined;
  }
}

/** The styles of formatted text in an element of the class `text`, and of `plain` text. */
export const markdownStyles = css`
  .text {
    unicode-bidi: isolate;
    overflow-wrap: anywhere;
  }
  .plain {
    white-space: pre-wrap;
  }
  .text :is(p, ul, ol, pre, blockquote, table) + * {
    margin-top: 0.5rem;
  }
  ul,
  ol {
    padding-left: 1.5rem;
  }
  ul {
    list-style: disc;
  }
  ol {
    list-style: decimal;
  }
  code {
    color: var(--hw-panel-text);
    font-family: inherit;
  }
  pre,
  table {
    max-width: 100%;
    margin: 0;
    overflow: auto;
    scrollbar-width: thin;
  }
  pre {
    padding: 0.5rem;
    overflow-wrap: normal;
    background: color-mix(in srgb, var(--hw-background) 60%, transparent);
    border-radius: 4px;
  }
  table {
    display: block;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0 1rem 0 0;
    text-align: left;
    overflow-wrap: normal;
  }
  blockquote {
    margin: 0;
    padding-left: 0.5rem;
    color: var(--hw-text-quiet);
    border-left: 2px solid var(--hw-text-quiet);
  }
`;
