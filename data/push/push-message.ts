/**
 * What the home sends to a browser: the same JSON for Safari, which shows it without a worker (Declarative Web Push,
 * https://www.w3.org/TR/push-api/#declarative-push-message), and for the service worker of the other browsers.
 */

/** The mark of a declarative message. It is the number of the RFC of Web Push. */
const DECLARATIVE = 8030;
const MAX_TAG = 200;
const MAX_TITLE = 120;
const MAX_BODY = 200;
const MAX_URL = 600;

export interface Notice {
  /** A notice replaces the one with the same tag. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** The absolute URL that a tap opens. */
  readonly url: string;
  /** Without sound: it only updates a notice. */
  readonly silent: boolean;
}

/** A notice, or the tag of a notice that is over. */
type PushMessage = ({ readonly notice: Notice } | { readonly close: string }) & {
  /** The number on the icon of the installed home; left out where it does not change. */
  readonly badge?: number | undefined;
};

export function messageText(message: PushMessage): string {
  const { badge } = message;
  if ('close' in message) return JSON.stringify({ close: message.close, badge });
  const { tag, title, body, url: navigate, silent } = message.notice;
  return JSON.stringify({
    web_push: DECLARATIVE,
    // Safari lets the worker change the notice, and shows this one if the worker does not.
    mutable: true,
    notification: {
      title,
      body,
      navigate,
      tag,
      silent,
      ...(badge !== undefined && { app_badge: String(badge) }),
    },
  });
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textIn = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.slice(0, max) : '';

function badgeIn(value: unknown): number | undefined {
  const badge = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof badge === 'number' && Number.isInteger(badge) && badge >= 0 ? badge : undefined;
}

/** The given URL if it is in the home at `scope`; otherwise the URL of the home's page for the owner. */
export function homeUrl(given: unknown, scope: string): string {
  const text = textIn(given, MAX_URL);
  const url = text === '' ? undefined : URL.parse(text, scope)?.href;
  return url?.startsWith(scope) === true ? url : `${scope}door`;
}

/**
 * Reads a message in the worker of the home at `scope`; undefined for any other text. The fields are checked
 * without a library, because every visitor downloads the worker.
 */
export function parseMessage(text: string, scope: string): PushMessage | undefined {
  let raw: Fields;
  try {
    raw = fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
  const close = textIn(raw['close'], MAX_TAG);
  if (close !== '') return { close, badge: badgeIn(raw['badge']) };
  const shown = fieldsOf(raw['notification']);
  const [title, tag] = [textIn(shown['title'], MAX_TITLE), textIn(shown['tag'], MAX_TAG)];
  if (raw['web_push'] !== DECLARATIVE || title === '' || tag === '') return undefined;
  return {
    notice: {
      tag,
      title,
      body: textIn(shown['body'], MAX_BODY),
      url: homeUrl(shown['navigate'], scope),
      silent: shown['silent'] === true,
    },
    badge: badgeIn(shown['app_badge']),
  };
}
