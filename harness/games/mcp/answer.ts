import type { CallToolResult } from '@modelcontextprotocol/client';
import { isObject } from '../../../data/config/fields.ts';
import { cutText } from '../../../data/core/text.ts';

/** The largest screenshot that is accepted. */
export const MAX_PICTURE_BYTES = 8_000_000;

/** The result of a tool call, in the same format for every server. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  /** The structured content, or the JSON object in the text. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly picture?: Uint8Array;
}

/** A text of a server as one line of at most 240 characters. */
export const oneLine = (text: string): string => {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length > 240 ? `${cutText(line, 239)}…` : line;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function answerOf({ content, structuredContent, isError = false }: CallToolResult): Answer {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const [image] = content.filter((block) => block.type === 'image');
  const objects = texts.map(parsed).filter(isObject);
  const fields = Object.assign(
    {},
    ...objects,
    isObject(structuredContent) ? structuredContent : {},
  ) as Answer['fields'];
  const tooLarge = (image?.data.length ?? 0) > (MAX_PICTURE_BYTES * 4) / 3 + 4;
  return {
    isError,
    text: texts.join('\n'),
    fields,
    ...(image && !tooLarge && { picture: Buffer.from(image.data, 'base64') }),
  };
}

const WORDS: Readonly<Record<string, boolean>> = { true: true, false: false };

/**
 * The server's reason why an action failed; undefined if it succeeded. A server may answer `false` without an
 * error, in structured content or, with older libraries, only in the text.
 */
export function failureOf({ isError, text, fields }: Answer): string | undefined {
  // A full stop at the end is removed: the caller adds one.
  const line = oneLine(text).replace(/(?<=[^.])\.$/, '');
  if (isError) return line === '' ? 'the server refused it without a reason' : line;
  for (const name of ['result', 'ok', 'success'])
    if (typeof fields[name] === 'boolean') return fields[name] ? undefined : failedAs(fields, line);
  const word = WORDS[text.trim().toLowerCase()];
  if (word !== undefined) return word ? undefined : 'the server answered “false”';
  return /^error\b/i.test(line) ? line : undefined;
}

/** The reason that the server gives with a `false`; a general text if it gives none. */
function failedAs(fields: Answer['fields'], line: string): string {
  for (const name of ['cause', 'error', 'message', 'reason']) {
    const reason = fields[name];
    if (typeof reason === 'string' && reason.trim() !== '') return oneLine(reason);
  }
  return line === '' || line.length > 40 || /^\W*(?:false|\{.*)\W*$/i.test(line)
    ? 'the server answered “false”'
    : line;
}
