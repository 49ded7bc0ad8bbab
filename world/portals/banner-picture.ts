import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { stateLooks } from '../panels/panel-layout.ts';
import { MetreCanvas, drawMark } from '../panels/panel-texture.ts';
import { directionOf } from '../utils/text.ts';
import {
  BANNERS,
  type BannerSetting,
  type BannerView,
  CLOTH_HEIGHT,
  CLOTH_NOTCH,
  CLOTH_WIDTH,
  COARSE,
  FINE,
  KNOT_SIZE,
  layoutBanner,
} from './banner-layout.ts';

/** Width of the coloured hem, in metres. */
const HEM = 0.022;
/** The opacity of the hem. On the newest cloth it shows the reading's state; on the others it is fainter. */
const HEM_LIGHT = { newest: 0.7, older: 0.3 } as const;

/** The pictures of all cloths, side by side in one canvas. Drawn only after a change. */
export class BannerPicture extends MetreCanvas {
  readonly #setting: BannerSetting;

  constructor(scene: WorldScene, theme: Theme) {
    super(CLOTH_WIDTH * BANNERS, CLOTH_HEIGHT, scene, theme);
    this.#setting = scene.frame.quality === 'lowest' ? COARSE : FINE;
  }

  /** Draws every cloth; cloths without a view stay empty. Returns the words of each cloth. */
  draw(views: readonly BannerView[]): string[][] {
    const words = Array.from({ length: BANNERS }, (_unused, i) => {
      this.context.setTransform(1, 0, 0, 1, Math.round(i * CLOTH_WIDTH * this.pixels), 0);
      return this.#cloth(views[i], i === 0);
    });
    this.texture.needsUpdate = true;
    return words;
  }

  /** Draws one cloth at the pen's origin. Returns its words. */
  #cloth(view: BannerView | undefined, newest: boolean): string[] {
    const { colors } = this.theme;
    const { context: pen, pixels: unit } = this;
    const [width, height] = [CLOTH_WIDTH * unit, CLOTH_HEIGHT * unit];
    const hem = HEM * unit;
    pen.globalAlpha = 1;
    pen.fillStyle = colors.panelBackground;
    pen.fillRect(0, 0, width, height);
    pen.globalAlpha = 0.55;
    pen.fillStyle = colors.glass;
    pen.fillRect(0, 0, width, height);
    const trim = view ? colors[stateLooks[view.state].color] : colors.readingOffline;
    pen.strokeStyle = trim;
    pen.lineWidth = hem;
    pen.globalAlpha = newest && view ? HEM_LIGHT.newest : HEM_LIGHT.older;
    pen.strokeRect(hem, -hem, width - hem * 2, height * 2);
    this.#hemline(hem);
    // The seam at the bar.
    pen.fillStyle = trim;
    pen.fillRect(0, 0.1 * unit, width, hem * 0.7);
    if (!view) return [];
    this.#knot(view, newest);
    pen.globalAlpha = 1;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    const texts = layoutBanner(view, this.#setting, (text, size, bold) => {
      this.font(size, bold ? 'bold ' : '');
      return this.measure(text);
    });
    for (const { text, y, size, color, bold } of texts) {
      this.font(size, bold ? 'bold ' : '');
      pen.fillStyle = colors[color];
      // The bold lines are the title.
      pen.direction = directionOf(bold ? view.title : text);
      pen.fillText(text, width / 2, y * unit);
    }
    return texts.map(({ text }) => text);
  }

  /** Draws the hem along the lower edge, which has two points. */
  #hemline(hem: number): void {
    const { context: pen, pixels: unit } = this;
    const foot = CLOTH_HEIGHT * unit - hem;
    pen.beginPath();
    pen.moveTo(0, foot);
    pen.lineTo((CLOTH_WIDTH / 2) * unit, foot - CLOTH_NOTCH * unit);
    pen.lineTo(CLOTH_WIDTH * unit, foot);
    pen.stroke();
  }

  /** Draws a commit as a knot on a line. The knot is the mark of the reading's state. */
  #knot({ state, sha }: BannerView, newest: boolean): void {
    const { context: pen, pixels: unit } = this;
    const middle = (CLOTH_WIDTH / 2) * unit;
    const color = this.theme.colors[stateLooks[state].color];
    pen.strokeStyle = color;
    pen.fillStyle = color;
    const knotY = this.#setting.knotY * unit;
    const gap = KNOT_SIZE * 1.5;
    if (sha !== '') {
      pen.globalAlpha = 0.4;
      pen.lineWidth = 0.014 * unit;
      pen.beginPath();
      pen.moveTo(middle - 0.3 * unit, knotY);
      pen.lineTo(middle - gap * unit, knotY);
      // The line ends at the newest commit, because nothing follows it yet.
      if (!newest) {
        pen.moveTo(middle + gap * unit, knotY);
        pen.lineTo(middle + 0.3 * unit, knotY);
      }
      pen.stroke();
    }
    pen.globalAlpha = 1;
    drawMark(pen, { mark: stateLooks[state].mark, x: middle, y: knotY, size: KNOT_SIZE * unit });
  }
}
