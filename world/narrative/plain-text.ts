/**
 * What a bubble shows of a message in Markdown: its words without the marks. Not a parser: nothing here is ever drawn as anything but text.
 */
export function plainText(markdown: string): string {
  return (
    markdown
      // A bubble has seconds and a few lines: an essay is cut before it is searched.
      .slice(0, 2000)
      .replace(/```[^\n`]*\n?/gu, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
      .replace(/^[ \t]{0,3}(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gmu, '')
      .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gmu, '')
      .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/gu, '$2')
      .replace(/(^|[\s(])([*_])(?=\S)([^\n*_]*?\S)\2(?=$|[\s).,;:!?])/gu, '$1$3')
      .replace(/\\([!-/:-@[-`{-~])/gu, '$1')
      .replace(/\s+/gu, ' ')
      .trim()
  );
}
