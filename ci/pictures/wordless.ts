import type { Page } from '@playwright/test';

/** The radius in pixels below which a circle on a canvas is the mark of a state, and not a part of a shape. */
const MARK_PIXELS = 40;

/**
 * Pages that are opened from now on draw no words and no marks of states on their canvases: they would be old
 * readings in a picture that is kept. The sizes of texts are measured as before.
 */
export const withoutWords = (page: Page): Promise<unknown> =>
  page.addInitScript((least) => {
    const pen = CanvasRenderingContext2D.prototype;
    const arc = Reflect.get(pen, 'arc') as (...values: unknown[]) => void;
    pen.fillText = () => undefined;
    pen.strokeText = () => undefined;
    pen.arc = function arcOfShape(this: CanvasRenderingContext2D, ...values): void {
      if (values[2] >= least) arc.apply(this, values);
    };
  }, MARK_PIXELS);
