import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from 'three';
import { fractalNoise } from '../../utils/noise.ts';

const SIZE = 64;
const PERIOD = 8;

let data: Uint8Array<ArrayBuffer> | undefined;

/** The same for everybody who asks, and so reckoned once. */
function noise(): Uint8Array<ArrayBuffer> {
  if (data) return data;
  data = new Uint8Array(SIZE * SIZE);
  const scale = PERIOD / SIZE;
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++)
      data[y * SIZE + x] = fractalNoise(x * scale, y * scale, 3, 90, PERIOD) * 255;
  return data;
}

/** A small tiling noise that clouds are shaped from, below and above. Whoever makes one disposes of it. */
export function cloudNoise(): DataTexture {
  const texture = new DataTexture(noise(), SIZE, SIZE, RedFormat);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
