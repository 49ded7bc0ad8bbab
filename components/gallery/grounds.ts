/**
 * A widget looks at the colour of the text around it when it renders, and not between: a page that
 * changes its colours under it is rare, but this page does when the visitor chooses another ground.
 */
export function followGrounds(form: HTMLFormElement): void {
  form.addEventListener('change', () => {
    for (const widget of document.querySelectorAll<HTMLElement & { requestUpdate?(): void }>('.ground > *'))
      widget.requestUpdate?.();
  });
}
