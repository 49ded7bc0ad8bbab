/**
 * Sends the height of the page in a frame to the page around it, at first and after each change, because a
 * frame does not adapt to the height of its content. The content security policy of the home limits who may
 * frame the page. The message is sent to any origin, because it contains only the height.
 */
export function tellHeight(body: Element, around: Pick<Window, 'postMessage'>): void {
  new ResizeObserver(() => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    around.postMessage({ type: 'hw-height', height }, '*');
  }).observe(body);
}
