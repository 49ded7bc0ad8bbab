import { expect } from '@open-wc/testing';
import type { CanvasTexture } from 'three';
import type { PlayRecord } from '../../../../data/games/play-record.ts';
import { theme } from '../../../../theme/theme.ts';
import { PlayScreens } from '../../../../world/portals/discs/play-screens.ts';
import { wordsOf } from '../../../../world/portals/discs/play-picture.ts';
import { PLAY_START, play } from '../../../helpers/shown-play.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';
import { waitUntil } from '../../../helpers/wait-until.ts';

/** A screenshot of one colour. */
const screenshot = (color: string, width = 160, height = 90): Promise<Blob> => {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = color;
  pen.fillRect(0, 0, width, height);
  return canvas.convertToBlob();
};

describe('the screenshots of plays', () => {
  let stage: TestStage;
  let screens: PlayScreens;
  let requested: string[];
  let answer: (path: string) => Promise<Blob>;
  beforeEach(() => {
    stage = createTestStage();
    requested = [];
    answer = () => screenshot('#0000ff');
    stage.state.now.set(PLAY_START);
    stage.state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    screens = new PlayScreens(stage.scene, stage.state, theme, async (url) => {
      const { pathname } = new URL(url);
      requested.push(pathname);
      return answer(pathname);
    });
  });
  afterEach(() => {
    screens.dispose();
    stage.dispose();
  });
  const set = (...plays: readonly PlayRecord[]): void => stage.state.games.plays.set(plays);
  const texture = () => screens.atlas.value as CanvasTexture<HTMLCanvasElement>;
  /** A pixel of the first picture, in fractions of the disc's square from its middle. */
  const pixel = (x: number, y: number): number[] => {
    const { image } = texture();
    const at = (share: number): number => Math.round((share + 0.5) * image.height);
    return [...(image.getContext('2d')?.getImageData(at(x), at(y), 1, 1).data ?? [])];
  };
  /** Frames pass until the picture is there. */
  const drawn = (): Promise<void> =>
    waitUntil(() => {
      screens.update(0.1);
      return screens.shareOf('a') === 1;
    });

  it('shows a screenshot whole and unstretched, with nothing around it', async () => {
    set(play({ actions: [] }));
    await drawn();
    expect(requested).to.deep.equal(['/api/plays/20261122-221500-a/screens/3']);
    // 16 : 9, as large as the disc: 0.83 wide and 0.47 high.
    for (const [x, y] of [
      [0, 0],
      [-0.4, -0.22],
      [0.4, 0.22],
    ] as const)
      expect(pixel(x, y), `${x}, ${y}`).to.deep.equal([0, 0, 255, 255]);
    expect(pixel(0, -0.26)[3], 'above it').to.equal(0);
    expect(pixel(0.43, 0)[3], 'beside it').to.equal(0);
    expect(pixel(0.27, 0.33)[3], 'the words').to.be.greaterThan(250);
  });

  it('draws where the player clicked, without another request', async () => {
    set(play({ actions: [] }));
    await drawn();
    const { version } = texture();
    screens.update(0.1);
    expect(texture().version, 'nothing new').to.equal(version);
    set(play());
    screens.update(0.1);
    expect(texture().version).to.equal(version + 1);
    // The dot of the ring at a quarter of the width and half of the height.
    expect(pixel(-0.207, 0)).not.to.deep.equal([0, 0, 255, 255]);
    expect(pixel(0.2, 0)).to.deep.equal([0, 0, 255, 255]);
    expect(requested.length).to.equal(1);
  });

  it('asks for the newest screenshot only, at most once a second', async () => {
    set(play({ actions: [] }));
    await drawn();
    for (const number of [4, 5, 6]) {
      set(play({ actions: [], screen: { number, width: 160, height: 90, at: PLAY_START } }));
      screens.update(0.01);
    }
    answer = () => screenshot('#00ff00');
    await waitUntil(() => {
      screens.update(0.1);
      return pixel(0, 0)[1] === 255;
    });
    expect(requested.slice(1)).to.deep.equal(['/api/plays/20261122-221500-a/screens/6']);
  });

  it('keeps the picture before while one cannot be fetched, and asks again later', async () => {
    set(play({ actions: [] }));
    await drawn();
    answer = () => Promise.reject(new Error('404'));
    set(play({ actions: [], screen: { number: 4, width: 160, height: 90, at: PLAY_START } }));
    screens.update(1);
    await waitUntil(() => requested.length === 2);
    await new Promise((resolve) => setTimeout(resolve));
    expect(pixel(0, 0)).to.deep.equal([0, 0, 255, 255]);
    screens.update(1);
    expect(requested.length, 'not at once').to.equal(2);
    screens.update(1.5);
    expect(requested.length).to.equal(3);
  });

  it('asks again within 75 seconds, however often it has failed', async () => {
    set(play({ actions: [] }));
    answer = () => Promise.reject(new Error('503'));
    for (let failures = 1; failures <= 8; failures++) {
      screens.update(1_000);
      expect(requested.length).to.equal(failures);
      // The failure is noted.
      await new Promise((resolve) => setTimeout(resolve));
    }
    screens.update(75);
    expect(requested.length).to.equal(9);
  });

  it('has a smaller picture without a graphics card, and follows the quality', async () => {
    set(play());
    await drawn();
    expect(texture().image.height).to.equal(512);
    stage.scene.frame.quality = 'highest';
    screens.update(0.1);
    expect(texture().image.height).to.equal(1024);
  });

  it('shows four plays side by side', async () => {
    set(...['a', 'b', 'c', 'd', 'e'].map((portal) => play({ portal, id: `20261122-221500-${portal}` })));
    await waitUntil(() => {
      screens.update(0.1);
      return screens.shareOf('a') === 1 && screens.shareOf('d') === 1;
    });
    expect(['a', 'b', 'c', 'd', 'e'].map((portal) => screens.cellOf(portal))).to.deep.equal([0, 1, 2, 3, -1]);
    expect(texture().image.width).to.equal(4 * 512);
  });

  it('keeps the end of a play for ten minutes, with the reason, then gives everything back', async () => {
    set(play({ state: 'failed', note: 'The player is gone.' }));
    await drawn();
    expect(screens.lineOf('a')).to.equal('Failed · The player is gone.');
    stage.state.now.set(PLAY_START + 600_000);
    for (let i = 0; i < 6; i++) screens.update(0.1);
    expect(screens.lineOf('a')).to.equal(undefined);
    expect(screens.shareOf('a')).to.equal(0);
    expect(screens.atlas.value, 'the memory of the graphics card').to.equal(null);
  });

  it('does not mix the pictures of two plays at one portal', async () => {
    set(play());
    await drawn();
    let arrive: (file: Blob) => void = () => undefined;
    answer = () => new Promise((resolve) => (arrive = resolve));
    set(play({ id: '20261122-221700-a', startedAt: PLAY_START + 1, screen: undefined, state: 'starting' }));
    for (let i = 0; i < 6; i++) screens.update(0.1);
    expect(screens.shareOf('a'), 'no screenshot yet').to.equal(0);
    expect(screens.lineOf('a')).to.equal('Starting · step 3');
    arrive(await screenshot('#ff0000'));
  });

  it('is described in words below the picture', () => {
    const click = { action: 'click', params: { x: 0.5, y: 0.5 } };
    expect(wordsOf(play({ actions: [] }))).to.deep.equal(['Playing · step 3']);
    expect(wordsOf(play({ state: 'stopped' }))).to.deep.equal(['Stopped']);
    expect(
      wordsOf(
        play({
          actions: [
            { step: 2, action: { action: 'press_key', params: { key: 'Up' } }, outcome: 'done' },
            { step: 3, action: click, outcome: 'dry' },
          ],
        }),
      ),
    ).to.deep.equal(['key Up', 'dry run: click']);
    const request = { id: 'r', action: click, at: PLAY_START };
    expect(wordsOf(play({ state: 'waiting', request })).at(-1)).to.equal('waiting: click');
  });
});
