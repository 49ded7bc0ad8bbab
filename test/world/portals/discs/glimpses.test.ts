import { expect } from '@open-wc/testing';
import type { CanvasTexture } from 'three';
import { createState, type State } from '../../../../data/state.ts';
import { theme } from '../../../../theme/theme.ts';
import { Glimpses } from '../../../../world/portals/discs/glimpses.ts';
import { heartbeatFigures } from '../../../../world/portals/discs/heartbeat-glimpse.ts';
import { setReadings } from '../../../helpers/home-readings.ts';
import { waitUntil } from '../../../helpers/wait-until.ts';

/** A picture of one colour. */
const pictureOf = (color: string): Promise<Blob> => {
  const canvas = new OffscreenCanvas(64, 32);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = color;
  pen.fillRect(0, 0, 64, 32);
  return canvas.convertToBlob();
};

describe('the glimpses behind discs', () => {
  let state: State;
  let asked: string[];
  let glimpses: Glimpses;
  let colors: Record<string, string>;
  beforeEach(() => {
    state = createState();
    asked = [];
    colors = { '/red.png': '#ff0000', '/blue.png': '#0000ff' };
    glimpses = new Glimpses(state, theme, async (url) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      const color = colors[pathname];
      if (!color) throw new Error('404');
      return pictureOf(color);
    });
  });
  afterEach(() => glimpses.dispose());
  const ready = (): void => state.world.status.set({ phase: 'ready', progress: 1, note: '' });
  /** The colour of a pixel in a cell of the atlas; by default above the middle of the cell. */
  const pixel = (cell: number, x = 128, y = 40): number[] => {
    const { image } = glimpses.atlas.value as CanvasTexture<HTMLCanvasElement>;
    const pen = image.getContext('2d');
    const data = pen?.getImageData((cell % 4) * 256 + x, Math.floor(cell / 4) * 256 + y, 1, 1).data ?? [];
    return [...data].slice(0, 3);
  };
  const image = (path: string) => ({ kind: 'image', path }) as const;

  it('are asked for only when the world has stood for a while, one after the other', async () => {
    const [red, blue] = [glimpses.cellOf(image('/red.png')), glimpses.cellOf(image('/blue.png'))];
    glimpses.update(10);
    expect(asked, 'the world is being built').to.deep.equal([]);
    expect(glimpses.atlas.value, 'no memory of the graphics card').to.equal(null);
    ready();
    glimpses.update(1);
    expect(asked).to.deep.equal([]);
    glimpses.update(1);
    expect(asked).to.deep.equal(['/red.png']);
    await waitUntil(() => {
      glimpses.update(0.1);
      return glimpses.isDrawn(blue);
    });
    expect(asked).to.deep.equal(['/red.png', '/blue.png']);
    expect([pixel(red), pixel(blue)]).to.deep.equal([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('are asked for again after a failure, ever less often, and do not hold up the others', async () => {
    const later = glimpses.cellOf(image('/later.png'));
    const red = glimpses.cellOf(image('/red.png'));
    ready();
    glimpses.update(2);
    await waitUntil(() => {
      glimpses.update(0.01);
      return glimpses.isDrawn(red);
    });
    expect(asked).to.deep.equal(['/later.png', '/red.png']);
    const run = async (seconds: number): Promise<void> => {
      for (let i = 0; i < seconds; i++) {
        glimpses.update(1);
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    await run(600);
    expect(asked.length).to.be.within(5, 10);
    colors['/later.png'] = '#ff0000';
    await run(400);
    await waitUntil(() => glimpses.isDrawn(later));
    const { length } = asked;
    await run(400);
    expect(asked).to.have.length(length);
  });

  it('share one texture, which grows and keeps what is in it', async () => {
    const red = glimpses.cellOf(image('/red.png'));
    ready();
    glimpses.update(2);
    await waitUntil(() => glimpses.isDrawn(red));
    for (let i = 0; i < 4; i++) glimpses.cellOf(image(`/more${i}.png`));
    const blue = glimpses.cellOf(image('/blue.png'));
    await waitUntil(() => {
      glimpses.update(0.1);
      return glimpses.isDrawn(blue);
    });
    expect(blue).to.equal(5);
    expect(glimpses.grid.value.toArray()).to.deep.equal([4, 2]);
    expect([pixel(red), pixel(blue)]).to.deep.equal([
      [255, 0, 0],
      [0, 0, 255],
    ]);
    expect(glimpses.isDrawn(1), 'one that cannot be fetched').to.equal(false);
    expect(glimpses.cellOf(image('/red.png')), 'the same place for the same picture').to.equal(red);
    for (let i = 0; i < 20; i++) glimpses.cellOf(image(`/rest${i}.png`));
    expect(glimpses.cellOf(image('/one-too-many.png'))).to.equal(-1);
    expect(glimpses.cellOf(undefined)).to.equal(-1);
  });

  it('are the heartbeat’s own figures for its portal, and follow them', () => {
    const cell = glimpses.cellOf({ kind: 'heartbeat' });
    ready();
    glimpses.update(2);
    expect(heartbeatFigures(state)).to.deep.equal({ score: '—', agents: '—' });
    expect(glimpses.isDrawn(cell)).to.equal(true);
    const { version } = glimpses.atlas.value as CanvasTexture;
    glimpses.update(0.1);
    expect(glimpses.atlas.value?.version, 'drawn once').to.equal(version);
    setReadings(state);
    glimpses.update(0.1);
    expect(glimpses.atlas.value?.version).to.equal(version + 1);
    expect(heartbeatFigures(state).score).to.match(/^\d+%$/);
    expect(heartbeatFigures(state).agents).to.match(/^\d+ of \d+$/);
  });
});
