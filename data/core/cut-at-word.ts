/** Cut at the last space or line end before `max`, or at `max` where there is none near it; never inside a surrogate pair. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = Math.max(text.lastIndexOf(' ', max), text.lastIndexOf('\n', max));
  if (space > max * 0.8) return text.slice(0, space);
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}
