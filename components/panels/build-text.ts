/** The page's own script, with a content hash in its name (`rollup.config.mjs`). */
const SCRIPT = /\/(index-[\w-]{8})\.js$/;

/**
 * The version of the page and its build, in words: with the build, an owner can check whether an open page is
 * the one that `/healthz` reports. Undefined if the page was not built.
 */
export function buildText(page: Document): string | undefined {
  const version = page.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
  const scripts = [...page.querySelectorAll<HTMLScriptElement>('script[type="module"]')];
  const [, build] = scripts.map(({ src }) => SCRIPT.exec(src)).find((found) => found !== null) ?? [];
  return version === undefined || build === undefined ? undefined : `Version ${version}, build ${build}`;
}
