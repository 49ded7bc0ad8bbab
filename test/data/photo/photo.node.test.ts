import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FOCUS,
  NORMAL_APERTURE,
  PHOTO_APERTURE,
  focusOn,
  moveFocus,
  type PhotoExtent,
  type PhotoFormat,
  fixedAspect,
  photoExtent,
  photoFormats,
  photoName,
} from '../../../data/photo/photo.ts';

describe('the focus of the photo mode', () => {
  it('moves by half a metre a step, between 0.5 m and 200 m', () => {
    assert.equal(moveFocus(17, 1), 17.5);
    assert.equal(moveFocus(17, -1), 16.5);
    assert.equal(moveFocus(0.5, -1), 0.5);
    assert.equal(moveFocus(0.7, -1), 0.5);
    assert.equal(moveFocus(200, 1), 200);
    assert.equal(moveFocus(199.8, 1), 200);
    let metres: number = FOCUS.least;
    for (let i = 0; i < 399; i++) metres = moveFocus(metres, 1);
    assert.equal(metres, FOCUS.most);
  });

  it('starts at a round number', () => {
    assert.equal(focusOn(17.085), 17);
    assert.equal(focusOn(0.1), 0.5);
    assert.equal(focusOn(800), 200);
  });

  it('has the aperture of the specification', () => {
    assert.deepEqual(NORMAL_APERTURE, { aperture: 0.000_15, maxBlur: 0.004 });
    assert.deepEqual(PHOTO_APERTURE, { aperture: 0.000_3, maxBlur: 0.008 });
  });
});

describe('the size of a photo', () => {
  const screen = { width: 1280, height: 720, pixelRatio: 1, maxEdge: 16_384, maxPixels: 33_177_600 };
  const sizeOf = ({ width, height, limited }: PhotoExtent) => [width, height, limited];
  const times = (factor: 1 | 2 | 4): PhotoFormat => ({ name: `${factor}`, times: factor });
  const windows = photoFormats.filter((format) => 'times' in format);
  const fixed = photoFormats.filter((format) => !('times' in format));

  it('is exactly 1, 2 or 4 times the screen’s', () => {
    assert.deepEqual(
      windows.map((format) => sizeOf(photoExtent(screen, format))),
      [
        [1280, 720, false],
        [2560, 1440, false],
        [5120, 2880, false],
      ],
    );
    assert.deepEqual(sizeOf(photoExtent({ ...screen, pixelRatio: 2 }, times(1))), [2560, 1440, false]);
  });

  it('keeps its shape at the graphics card’s longest edge, and says so', () => {
    const limited = { ...screen, maxEdge: 4096 };
    assert.deepEqual(sizeOf(photoExtent(limited, times(4))), [4096, 2304, true]);
    assert.deepEqual(sizeOf(photoExtent({ ...limited, width: 1080, height: 1920 }, times(4))), [
      2304,
      4096,
      true,
    ]);
    assert.equal(photoExtent(limited, times(2)).limited, false);
  });

  it('keeps its shape at the pixel limit of the memory, and says so', () => {
    const limited = { ...screen, maxPixels: 3840 * 2160 };
    assert.deepEqual(sizeOf(photoExtent(limited, times(4))), [3840, 2160, true]);
    assert.equal(photoExtent(limited, times(2)).limited, false);
  });

  it('has the pixels of a link’s picture and of an upright one, in any window', () => {
    for (const shape of [screen, { ...screen, width: 390, height: 844, pixelRatio: 2 }])
      assert.deepEqual(
        fixed.map((format) => sizeOf(photoExtent(shape, format))),
        [
          [1200, 630, false],
          [1080, 1920, false],
        ],
      );
    assert.deepEqual(fixed.map(fixedAspect), [1200 / 630, 1080 / 1920]);
    assert.deepEqual(windows.map(fixedAspect), [undefined, undefined, undefined]);
  });

  it('has smooth edges up to half of those pixels', () => {
    assert.deepEqual(
      windows.map((format) => photoExtent({ ...screen, maxPixels: 3840 * 2160 }, format).samples),
      [4, 4, 0],
    );
  });
});

describe('the file name of a photo', () => {
  const at = Date.parse('2026-11-21T06:40:09.900Z');

  it('has the home’s name, the day and the time in UTC', () => {
    assert.equal(photoName('Timmy', at), 'timmy-2026-11-21-064009.png');
  });

  it('has no character that a file system refuses', () => {
    assert.equal(photoName('DEMO · Home World', at), 'demo-home-world-2026-11-21-064009.png');
    assert.equal(photoName('../a/b:c*?"<>|\\d\n', at), 'a-b-c-d-2026-11-21-064009.png');
    assert.equal(photoName('家', at), '家-2026-11-21-064009.png');
    assert.equal(photoName('…\u202e', at), 'home-2026-11-21-064009.png');
    assert.equal(photoName(' / ', at), 'home-2026-11-21-064009.png');
    assert.ok(photoName('x'.repeat(500), at).length < 100);
  });

  it('is never cut within a character', () => {
    for (const appName of ['𐌰'.repeat(100), `x${'𐌰'.repeat(100)}`]) {
      const name = photoName(appName, at);
      assert.equal(name, `${Array.from(appName).slice(0, 58).join('')}-2026-11-21-064009.png`);
      assert.ok(new TextEncoder().encode(name).length <= 255);
    }
  });
});
