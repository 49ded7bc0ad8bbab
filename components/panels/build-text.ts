/** The page's own script, named after its content (`rollup.config.mjs`). */
const SCRIPT = /\/(index-[\w-]{8})\.js$/;

/**
 * The version of the page and its build, in words: with the build, an owner finds out whether an open
 * page is of what `/healthz` serves. Undefined in a page that was not built.
 */
export function buildText(page: Document): string | undefined {
  const version = page.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
  const scripts = [...page.querySelectorAll<HTMLScriptElement>('script[type="module"]')];
  const [, build] = scripts.map(({ src }) => SCRIPT.exec(src)).find((found) => found !== null) ?? [];
  return version === undefined || build === undefined ? undefined : `Version ${version}, build ${build}`;
}
