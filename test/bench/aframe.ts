import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Loopback, listen } from '../helpers/loopback.ts';

export const AFRAME_VERSION = '1.8.0';
const cache = join(resolve(import.meta.dirname, '../..'), 'node_modules/.cache/home-world');
const run = promisify(execFile);

/** A-Frame's own file from its npm package, fetched once; `npm install` of it needs a git address (docs/decisions/0008). */
async function aframeScript(): Promise<string> {
  const folder = join(cache, `aframe-${AFRAME_VERSION}`);
  const script = join(folder, 'package/dist/aframe-v1.8.0.min.js');
  if (!existsSync(script)) {
    mkdirSync(folder, { recursive: true });
    await run('npm', ['pack', `aframe@${AFRAME_VERSION}`, '--pack-destination', folder], {
      timeout: 120_000,
    });
    const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', join(folder, archive), '-C', folder, 'package/dist']);
  }
  return readFile(script, 'utf8');
}

/** The hello-world of A-Frame's documentation. */
const page = `<!doctype html><html><head><script src="aframe.js"></script></head><body><a-scene>
<a-box position="-1 0.5 -3" rotation="0 45 0" color="#4CC3D9"></a-box>
<a-sphere position="0 1.25 -5" radius="1.25" color="#EF2D5E"></a-sphere>
<a-cylinder position="1 0.75 -3" radius="0.5" height="1.5" color="#FFC65D"></a-cylinder>
<a-plane position="0 0 -4" rotation="-90 0 0" width="4" height="4" color="#7BC8A4"></a-plane>
<a-sky color="#ECECEC"></a-sky></a-scene></body></html>`;

/** Serves the hello-world on loopback. Rejects where A-Frame cannot be fetched. */
export async function serveAframe(): Promise<Loopback> {
  const script = await aframeScript();
  return listen((request, response) => {
    const isScript = request.url === '/aframe.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : page);
  });
}
