/**
 * Tells the page around a frame how high the page in it is, at first and after each change: a frame cannot
 * become as high as its page by itself. The home's policy says who may frame the page; the message is for any
 * of them, because it has nothing but the number.
 */
export function tellHeight(body: Element, around: Pick<Window, 'postMessage'>): void {
  new ResizeObserver(() => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    around.postMessage({ type: 'hw-height', height }, '*');
  }).observe(body);
}
