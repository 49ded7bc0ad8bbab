/**
 * Draws the home's icon, a floating island below a star, in the colours of the theme. Writes `icon.svg`,
 * `icon-waiting.svg` (with a gold dot, while an agent session waits) and `icon-failing.svg` (with a cross,
 * for a heartbeat page whose portals fail) into `public/icons/`, and also the four PNGs of the manifest and
 * `favicon.ico`. Run it after a change of the theme: `npx node ci/icons.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { decode, encode } from 'fast-png';
import { theme } from '../theme/theme.ts';
import { chromeFlags, ensureChrome } from './chrome.ts';

const { chrome, skyHorizon, accent, stone, path, stoneLit, glass, vein, panelText, resident } = theme.colors;

const glow = (id: string, color: string, opacity: number): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/>` +
  `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;

/**
 * Lengths are in percent of the side of the icon. Everything except the background is in the middle 80 %,
 * because some systems cut icons to a circle.
 */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><title>Home World</title>
<rect width="100" height="100" fill="${chrome}"/>
<!-- Light in the background, and the glow of the star. -->
${glow('sky', skyHorizon, 0.75)}<circle cx="50" cy="62" r="50" fill="url(#sky)"/>
${glow('star', accent, 0.7)}<circle cx="50" cy="27" r="26" fill="url(#star)"/>
<!-- The underside of the island: facets, darker away from the light, and a glowing vein. -->
<path fill="${stone}" d="M14 55 34 60 30 73z M56 61 46 88 68 74z"/>
<path fill="${path}" d="M34 60 30 73 46 88z"/>
<path fill="${stoneLit}" d="M34 60 56 61 46 88z"/>
<path fill="${glass}" d="M56 61 86 55 68 74z"/>
<path fill="${vein}" d="M55 61 57.5 61 51.5 74 46.2 88 49.2 74z"/>
<!-- The top of the island: rim, glass, and the light of the star on it. -->
<ellipse fill="${panelText}" cx="50" cy="55" rx="36" ry="8.5"/>
<ellipse fill="${glass}" cx="50" cy="54.2" rx="34.5" ry="7.2"/>
<ellipse fill="${accent}" fill-opacity="0.5" cx="50" cy="54.2" rx="20" ry="4"/>
<path fill="${resident}" d="M50 11 53.2 23.8 66 27 53.2 30.2 50 43 46.8 30.2 34 27 46.8 23.8z"/>
</svg>
`;

/**
 * The scale of the drawing in a maskable icon. Systems cut such an icon to any shape that contains the safe
 * zone, a circle with a diameter of 80 % of the side. The drawing should not touch the edge of this circle.
 */
const MASKABLE_SHARE = 0.86;

const { error, text, zap } = theme.colors;
/** The icon with another title and a sign in its lower right corner. */
const withSign = (title: string, sign: string): string =>
  svg.replace('<title>Home World', `<title>Home World: ${title}`).replace(
    '</svg>',
    `<circle fill="${chrome}" cx="73" cy="73" r="25"/>${sign}
</svg>`,
  );
const waiting = withSign('an agent waits for you', `<circle fill="${zap}" cx="73" cy="73" r="19"/>`);
const failing = withSign(
  'a portal does not answer',
  `<circle fill="${error}" cx="73" cy="73" r="21"/>
<path stroke="${text}" stroke-width="6.6" stroke-linecap="round" d="M64.5 64.5l17 17m0-17l-17 17"/>`,
);

/** Returns an ICO file that contains this PNG. It becomes `/favicon.ico`, a name that browsers request. */
function ico(picture: Uint8Array, side: number): Uint8Array {
  const header = Buffer.alloc(22);
  header.set([0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 24, 0]);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

const folder = join(import.meta.dirname, '..', 'public', 'icons');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'icon.svg'), svg);
await writeFile(join(folder, 'icon-waiting.svg'), waiting);
await writeFile(join(folder, 'icon-failing.svg'), failing);
const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeFlags() });
try {
  const page = await browser.newPage();
  const draw = async (side: number, share = 1): Promise<Uint8Array> => {
    await page.setViewportSize({ width: side, height: side });
    await page.setContent(
      `<style>body { margin: 0; background: ${chrome} } svg { display: block; overflow: visible; scale: ${share} }</style>${svg}`,
    );
    return encode(decode(await page.screenshot()), { zlib: { level: 9 } });
  };
  await writeFile(join(folder, '..', 'favicon.ico'), ico(await draw(32), 32));
  for (const side of [192, 512]) {
    await writeFile(join(folder, `icon-${side}.png`), await draw(side));
    await writeFile(join(folder, `maskable-${side}.png`), await draw(side, MASKABLE_SHARE));
  }
} finally {
  await browser.close();
}
