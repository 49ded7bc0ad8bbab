import { Vector3 } from 'three';

/**
 * A picture larger than the screen is drawn in parts (`core/photograph.ts`). Shaders that count in pixels of the canvas take this uniform: how many
 * pixels are drawn for one of those, how many parts' heights the picture has, and how much wider than the picture's a part's shape is. All 1 on
 * the screen.
 */
export const tile = { value: new Vector3(1, 1, 1) };
