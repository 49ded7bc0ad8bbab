import { expect } from '@open-wc/testing';
import { MathUtils, Matrix4, type Mesh, type MeshBasicMaterial } from 'three';
import { theme } from '../../../theme/theme.ts';
import * as portals from '../../../world/portals/portals.ts';
import { NAME_HEIGHT, SIGN_WIDTH, sheetFor } from '../../../world/portals/sign-layout.ts';
import { SignPicture } from '../../../world/portals/sign-picture.ts';
import { SIGNS_NAME } from '../../../world/portals/signs.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { createTestStage } from '../../helpers/stage.ts';
import { portalStand } from '../../../world/camera/fly-to-portal.ts';

/** Width and height of each name's quad, in metres. */
function nameSizes(names: readonly string[]): number[][] {
  const stage = createTestStage();
  setPortals(
    stage.state,
    names.map((name, i) => portal(`p${i}`, { name })),
  );
  portals.init(stage.scene, stage.state, theme);
  portals.update(1, 1 / 60);
  const place = (stage.scene.getObjectByName(SIGNS_NAME) as Mesh).geometry.getAttribute('position');
  const sizes = names.map((_name, i) => {
    const [left, right, top] = [i * 4, i * 4 + 1, i * 4 + 3];
    const width = Math.hypot(place.getX(right) - place.getX(left), place.getZ(right) - place.getZ(left));
    return [width, place.getY(top) - place.getY(left)];
  });
  portals.dispose();
  stage.dispose();
  return sizes;
}

describe('the quads of the names', () => {
  it('are as small as the letters, and never larger than the sign', () => {
    const [short, long, longest] = nameSizes(['Ada', 'Home World', 'Wonderful Observatories '.repeat(3)]);
    expect(short?.[0]).to.be.below(SIGN_WIDTH / 2);
    expect(short?.[0]).to.be.below(long?.[0] ?? 0);
    expect(short?.[1]).to.be.below(NAME_HEIGHT);
    expect(longest?.[0]).to.be.at.most(SIGN_WIDTH + 1e-4);
    expect(longest?.[1]).to.be.at.most(NAME_HEIGHT + 1e-4);
  });
});

it('keeps the line under a name within what a phone held upright shows of a portal', () => {
  const stage = createTestStage();
  const { fov } = stage.scene.camera;
  const [width, height] = [390, 844];
  const { metres } = portalStand(fov, width / height, height);
  const shown = 2 * metres * Math.tan(MathUtils.degToRad(fov / 2)) * (width / height);
  const sheet = sheetFor(1);
  for (const line of ['Stopped · From the page.', `Failed · ${'Lost. '.repeat(30)}`]) {
    const sign = { name: 'Ada', line, mark: undefined, maxSize: 1, nameColor: '#fff', lineColor: '#fff' };
    const { texture } = new SignPicture([{ ...sign, matrix: new Matrix4(), height: 0 }], sheet, theme);
    const canvas = texture.image as HTMLCanvasElement;
    const top = Math.ceil(NAME_HEIGHT * sheet.pixelsPerMetre);
    const { data } = canvas.getContext('2d')!.getImageData(0, top, canvas.width, canvas.height - top);
    const columns = Array.from({ length: data.length / 4 }, (_unused, i) => i)
      .filter((i) => (data[i * 4] ?? 0) > 128)
      .map((i) => i % canvas.width);
    const widest = (Math.max(...columns) - Math.min(...columns)) / sheet.pixelsPerMetre;
    expect(widest, line).to.be.within(3, shown);
    texture.dispose();
  }
  stage.dispose();
});

it('has a dark shade around the letters, for a bright sky behind them', () => {
  const stage = createTestStage();
  setPortals(stage.state, [portal('a', { name: 'Ada' })]);
  portals.init(stage.scene, stage.state, theme);
  portals.update(1, 1 / 60);
  const mesh = stage.scene.getObjectByName(SIGNS_NAME) as Mesh<never, MeshBasicMaterial>;
  const canvas = mesh.material.map?.image as HTMLCanvasElement;
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  const shaded = Array.from({ length: data.length / 4 }, (_unused, i) => i * 4).filter(
    (at) => (data[at + 3] ?? 0) > 80 && (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 60,
  );
  expect(shaded.length).to.be.greaterThan(1000);
  portals.dispose();
  stage.dispose();
});
