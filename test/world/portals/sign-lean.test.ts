import { expect } from '@open-wc/testing';
import { type Material, type Mesh, Vector3 } from 'three';
import { theme } from '../../../theme/theme.ts';
import * as portals from '../../../world/portals/portals.ts';
import { SIGNS_NAME } from '../../../world/portals/signs.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';
import { overviewPose } from '../../../world/camera/overview.ts';

describe('the names of the portals, from above', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(1280, 720);
    setPortals(stage.state, three());
    portals.init(stage.scene, stage.state, theme);
    run();
  });
  afterEach(() => {
    portals.dispose();
    stage.dispose();
  });
  const three = (more = 0) => Array.from({ length: 6 + more }, (_, i) => portal(`p${i}`));
  const run = (): void => {
    portals.update(1, 1 / 60);
  };
  const signs = (): Mesh => stage.scene.getObjectByName(SIGNS_NAME) as Mesh;
  const corners = (): number[] => [...(signs().geometry.getAttribute('position').array as Float32Array)];
  const rise = (overview: number): void => {
    const { camera } = stage.scene;
    const { x, y, z, pitch } = overviewPose(camera.fov, camera.aspect, 720);
    camera.position.set(x, y, z);
    camera.rotation.set(pitch, 0, 0);
    camera.updateMatrixWorld();
    stage.scene.frame.overview = overview;
    run();
  };
  const expectReadable = (count: number): void => {
    const place = signs().geometry.getAttribute('position');
    const seen = (at: number): Vector3 =>
      new Vector3().fromBufferAttribute(place, at).project(stage.scene.camera);
    for (let i = 0; i < count; i++) {
      const [left, right, , top] = [0, 1, 2, 3].map((at) => seen(i * 4 + at)) as Vector3[];
      expect(right!.x, 'from left to right').to.be.greaterThan(left!.x + 0.1);
      expect(right!.y, 'level').to.be.closeTo(left!.y, 0.001);
      expect(top!.y, 'upright').to.be.greaterThan(left!.y + 0.02);
    }
  };

  it('turn to the camera, and return over their arches when it comes down', () => {
    const before = corners();
    rise(1);
    expectReadable(6);
    expect((signs().material as Material).depthTest, 'nothing hides them').to.equal(false);
    rise(0);
    expect((signs().material as Material).depthTest).to.equal(true);
    expect(corners()).to.deep.equal(before);
  });

  /** The width of the first name. Metres. */
  const width = (): number => {
    const [ax, ay, az, bx, by, bz] = corners() as [number, number, number, number, number, number];
    return Math.hypot(bx - ax, by - ay, bz - az);
  };

  it('get larger in a picture that is low', () => {
    rise(1);
    const high = width();
    stage.renderer.setSize(844, 390, false);
    run();
    expect(width()).to.be.greaterThan(high * 1.15);
  });

  it('get larger with the distance of the camera, also after the window is resized', () => {
    const onFoot = width();
    rise(1);
    const wide = width();
    expect(wide).to.be.greaterThan(onFoot * 1.3);
    stage.scene.camera.aspect = 9 / 16;
    rise(1);
    expect(width()).to.be.greaterThan(wide * 1.2);
  });

  it('turn too when the portals change meanwhile', () => {
    rise(1);
    setPortals(stage.state, three(2));
    run();
    expectReadable(8);
  });
});
