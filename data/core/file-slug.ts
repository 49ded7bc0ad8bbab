/** A home's name as the beginning of a file's: letters and digits of any script, small, with hyphens between them. */
export function fileSlug(appName: string): string {
  const slug = appName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug || 'home';
}
