import type { Page } from '@playwright/test';

/**
 * A circle on a canvas with a smaller radius (in pixels) is the mark of a state, and not a part of a shape.
 */
const MARK_PIXELS = 40;

/**
 * Makes pages that are opened from now on draw no texts and no state marks (small circles) on their canvases.
 * The picture is stored, and these would show old readings in it. Text sizes are still measured as before.
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
