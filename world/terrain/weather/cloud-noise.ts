import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three';
import { fractalNoise } from '../../utils/noise.ts';

/** Texels on each side, and after how many cells the noise repeats. */
const SIZE = 64;
const PERIOD = 8;

/** A small tiling noise that clouds are shaped from, below and above. The caller disposes of it. */
export function cloudNoise(): DataTexture {
  const data = new Uint8Array(SIZE * SIZE);
  const scale = PERIOD / SIZE;
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++)
      data[y * SIZE + x] = fractalNoise(x * scale, y * scale, 3, 90, PERIOD) * 255;
  const texture = new DataTexture(data, SIZE, SIZE, RedFormat);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
