/** Text of others for use inside Markdown: tags, links and bare addresses in it stay text. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    // First, so that a backslash in the text cannot undo one that is added below.
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/!\[/g, '!\\[')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(www)\./gi, '$1\\.')
    .replace(/`/g, "'");

export const markdownList = (rows: readonly string[]): string => rows.map((row) => `- ${row}`).join('\n');
