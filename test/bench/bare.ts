import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { listen } from '../helpers/loopback.ts';
import type { Figure } from './figure.ts';
import { type Garbage, garbage } from './garbage.ts';
import { openPage } from './page.ts';

const three = join(resolve(import.meta.dirname, '../..'), 'node_modules/three/build');
/**
 * One mesh, and as many as the home draws. `spare` switches off everything in three.js that still objects do
 * not need.
 */
const SCENES = [
  { meshes: 1, spare: false },
  { meshes: 40, spare: false },
  { meshes: 40, spare: true },
  { meshes: 80, spare: true },
] as const;

/**
 * three.js alone: a number of still meshes, each with its own geometry, material and shader, in which one
 * number changes in every frame, and nothing else on the page. Its garbage is the minimum that three.js makes
 * for this number of draw calls.
 */
const page = (meshes: number, spare: boolean): string => `<!doctype html><body style="margin:0">
<script type="importmap">{"imports":{"three":"./three.module.min.js"}}</script>
<script type="module">
import * as THREE from 'three';
const renderer = new THREE.WebGLRenderer();
renderer.setSize(320, 180);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(60, 16 / 9, 0.1, 100);
camera.position.z = 12;
const time = { value: 0 };
const vertexShader = 'uniform float time; void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position * (0.9 + 0.1 * sin(time)), 1.0); }';
const fragmentShader = 'uniform vec3 tint; void main() { gl_FragColor = vec4(tint, 1.0); }';
for (let i = 0; i < ${meshes}; i++) {
  const material = new THREE.ShaderMaterial({ vertexShader, fragmentShader, uniforms: { time, tint: { value: new THREE.Color(0.5, 0.5, 0.5) } }, transparent: i % 3 === 0 });
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(), material);
  mesh.position.set((i % 10) - 5, Math.floor(i / 10) - 4, 0);
  mesh.updateMatrixWorld();
  mesh.matrixAutoUpdate = mesh.frustumCulled = ${!spare};
  scene.add(mesh);
}
renderer.sortObjects = scene.matrixWorldAutoUpdate = ${!spare};
const ticker = {
  tick(seconds) {
    time.value += seconds;
    renderer.render(scene, camera);
  },
};
window.bench.home = { ticker };
requestAnimationFrame(function frame() {
  requestAnimationFrame(frame);
  ticker.tick(1 / 60);
});
</script>`;

/**
 * The garbage of three.js alone in a frame with this number of meshes, measured in the same way as that of
 * the home.
 */
export async function bareGarbage(browser: Browser, meshes: number, spare = false): Promise<Garbage> {
  await using server = await listen((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const answer = async (): Promise<void> => {
      const isScript = /^\/three\.\w+\.min\.js$/.test(pathname);
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? await readFile(join(three, pathname)) : page(meshes, spare));
    };
    answer().catch(() => response.writeHead(404).end());
  });
  const size = { width: 320, height: 180 };
  const { page: opened, context, cdp } = await openPage(browser, server.url, size);
  try {
    await opened.waitForFunction(() => window.bench.home !== undefined);
    return await garbage(opened, cdp);
  } finally {
    await context.close();
  }
}

/** The garbage of three.js alone, for several numbers of meshes. */
export async function bare(browser: Browser): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { meshes, spare } of SCENES) {
    const { bytesPerFrame, top } = await bareGarbage(browser, meshes, spare);
    figures.push({
      name: `garbage a frame, three.js alone, meshes: ${meshes}${spare ? ', unsorted, uncut, unmoved' : ''}`,
      value: bytesPerFrame / 1000,
      unit: 'kB',
      note: `most: ${top.join(', ')}`,
    });
  }
  return figures;
}

/**
 * The home's garbage, and its ratio to that of three.js alone with the same number of draw calls in the same
 * run. The number of bytes depends on the machine and the browser, the ratio does not.
 */
export async function garbageFigures(
  browser: Browser,
  { bytesPerFrame, top }: Garbage,
  drawCalls: number,
  where: string,
): Promise<Figure[]> {
  const alone = await bareGarbage(browser, drawCalls);
  return [
    {
      name: `garbage a frame, ${where}`,
      value: bytesPerFrame / 1000,
      unit: 'kB',
      note: `most: ${top.join(', ')}`,
    },
    {
      name: `garbage a frame, of three.js alone, ${where}`,
      value: bytesPerFrame / alone.bytesPerFrame,
      unit: '×',
      bar: { at: 'most', value: 1.3 },
      ...(where.includes('llvmpipe') && { decides: true as const }),
      note: `three.js alone: ${(alone.bytesPerFrame / 1000).toFixed(1)} kB for ${drawCalls} draw calls`,
    },
  ];
}
