import { expect } from '@open-wc/testing';
import { CanvasTexture, DepthTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from 'three';
import { NORMAL_APERTURE, PHOTO_APERTURE } from '../../../../data/photo/photo.ts';
import { canvasLikeTarget } from '../../../../world/core/render/canvas-like-target.ts';
import { DepthOfFieldPass } from '../../../../world/core/render/depth-of-field.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

const WIDTH = 960;
const HEIGHT = 120;

/** Letters, as a panel has them. */
function words(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 512;
  canvas.height = 64;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = '#e6f0ff';
  pen.font = '600 48px monospace';
  pen.fillText('13 OF 15 WORKING', 8, 48);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

describe('depth of field', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(WIDTH, HEIGHT);
    stage.scene.camera.position.set(0, 0, 0);
    stage.scene.camera.rotation.set(0, 0, 0);
  });
  afterEach(() => stage.dispose());

  /** The number of bytes that the lens changes in a picture of words at this distance. */
  function changed(metres: number): number {
    const { scene, renderer } = stage;
    const picture = canvasLikeTarget(WIDTH, HEIGHT, 0);
    picture.depthTexture = new DepthTexture(WIDTH, HEIGHT);
    const map = words();
    const plane = new Mesh(
      new PlaneGeometry(metres * 4, metres * 0.5),
      new MeshBasicMaterial({ map, fog: false }),
    );
    plane.position.z = -metres;
    scene.add(plane);
    renderer.setRenderTarget(picture);
    renderer.render(scene, scene.camera);
    const lens = new DepthOfFieldPass(scene.camera, scene.frame.focus, picture.depthTexture);
    const into = canvasLikeTarget(WIDTH, HEIGHT, 0, false);
    lens.render(renderer, picture, into);
    const [before, after] = [picture, into].map((target) => {
      const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
      renderer.readRenderTargetPixels(target, 0, 0, WIDTH, HEIGHT, pixels);
      return pixels;
    });
    renderer.setRenderTarget(null);
    plane.removeFromParent();
    for (const item of [lens, into, picture.depthTexture, picture, map, plane.geometry, plane.material])
      item.dispose();
    return before?.reduce((sum, value, at) => sum + (value === after?.[at] ? 0 : 1), 0) ?? NaN;
  }

  it('softens no word outside photographs: neither near nor across the island', () => {
    const {
      frame: { focus },
    } = stage.scene;
    expect([focus.aperture, focus.maxBlur]).to.deep.equal([
      NORMAL_APERTURE.aperture,
      NORMAL_APERTURE.maxBlur,
    ]);
    for (const metres of [1, 8, 26, 50, 70]) expect(changed(metres), `${metres} m`).to.equal(0);
    focus.metres = 2;
    expect(changed(55), 'while something near is looked at').to.equal(0);
  });

  it('softens what is out of focus in a photograph', () => {
    Object.assign(stage.scene.frame.focus, PHOTO_APERTURE, { metres: 2, sharpMetres: 0 });
    expect(changed(40)).to.be.greaterThan(1000);
    stage.scene.frame.focus.metres = 40;
    expect(changed(40)).to.equal(0);
  });
});
