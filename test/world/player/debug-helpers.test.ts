import { expect } from '@open-wc/testing';
import { Box3, BoxGeometry, DirectionalLight, LineSegments, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { theme } from '../../../theme/theme.ts';
import { arrivingModules } from '../../../world/deferred-modules.ts';
import { worldModules } from '../../../world/modules.ts';
import * as debugHelpers from '../../../world/player/debug-helpers.ts';
import * as portals from '../../../world/portals/portals.ts';
import * as lights from '../../../world/terrain/lights.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { createTestStage } from '../../helpers/stage.ts';

describe('the debug outlines', () => {
  it('outlines an interactive object, and removes the outline again', () => {
    const stage = createTestStage();
    const geometry = new BoxGeometry(1, 1, 1);
    const box = new Mesh(geometry, new MeshBasicMaterial());
    box.userData['class'] = 'collision-box';
    box.visible = false;
    stage.scene.add(box);
    debugHelpers.init(stage.scene, stage.state, theme);
    const lines = (): number =>
      stage.scene.children.filter((child) => child instanceof LineSegments && child.visible).length;
    debugHelpers.update(0, 0.1);
    stage.render();
    const before = stage.counts();
    expect(lines()).to.equal(0);
    for (let i = 0; i < 20; i++) {
      stage.state.panels.debug.set(true);
      debugHelpers.update(1, 0.1);
      stage.render();
      expect(lines()).to.equal(1);
      stage.state.panels.debug.set(false);
      debugHelpers.update(2, 0.1);
    }
    stage.render();
    expect(lines()).to.equal(0);
    expect(stage.counts().geometries).to.equal(before.geometries);
    debugHelpers.dispose();
    geometry.dispose();
    stage.dispose();
  });

  it('outlines the lamp and the box of each portal where they are', () => {
    const stage = createTestStage();
    setPortals(stage.state, [portal('one'), portal('two')]);
    const modules = [lights, portals, debugHelpers];
    for (const module of modules) module.init(stage.scene, stage.state, theme);
    portals.update(0, 1);
    stage.render();
    stage.state.panels.debug.set(true);
    debugHelpers.update(0, 1);
    stage.render();
    const outlined = stage.scene.children
      .filter((child) => child instanceof LineSegments && child.visible)
      .map((lines) => new Box3().setFromObject(lines).getCenter(new Vector3()));
    const lamps: Vector3[] = [];
    stage.scene.traverse((object) => {
      if (object instanceof DirectionalLight) lamps.push(object.getWorldPosition(new Vector3()));
    });
    const boxes = ['one', 'two'].map((id) =>
      new Box3().setFromObject(stage.scene.getObjectByName(`portal ${id}`) as Mesh).getCenter(new Vector3()),
    );
    expect(lamps).to.have.length(1);
    for (const place of [...lamps, ...boxes])
      expect(Math.min(...outlined.map((center) => center.distanceTo(place)))).to.be.lessThan(0.01);
    for (const module of modules.toReversed()) module.dispose();
    stage.dispose();
  });

  it('outlines every obstacle, including later ones', () => {
    const stage = createTestStage();
    const modules = [...worldModules, ...arrivingModules].map(({ module }) => module);
    for (const module of modules) module.init(stage.scene, stage.state, theme);
    debugHelpers.init(stage.scene, stage.state, theme);
    const {
      registry: { obstacles },
    } = stage.scene;
    const isOutlined = (x: number, z: number, radius: number): boolean => {
      const drawn = stage.scene.getObjectByName('obstacle outlines') as LineSegments | undefined;
      const corners = drawn?.geometry.getAttribute('position');
      if (!corners) return false;
      for (let i = 0; i < corners.count; i++)
        if (Math.hypot(corners.getX(i) - x - radius, corners.getZ(i) - z) < 1e-3) return true;
      return false;
    };
    stage.state.panels.debug.set(true);
    debugHelpers.update(0, 1);
    expect(obstacles.all.length).to.be.greaterThan(20);
    for (const { x, z, radius } of obstacles.all)
      expect(isOutlined(x, z, radius), `${x}, ${z}`).to.equal(true);
    const own = {};
    obstacles.set(own, [{ x: 3, z: 15, radius: 0.5 }]);
    debugHelpers.update(1, 1);
    expect(isOutlined(3, 15, 0.5)).to.equal(true);
    obstacles.clear(own);
    stage.state.panels.debug.set(false);
    debugHelpers.update(2, 1);
    expect(stage.scene.getObjectByName('obstacle outlines')?.name).to.equal(undefined);
    debugHelpers.dispose();
    for (const module of modules.toReversed()) module.dispose?.();
    stage.dispose();
  });
});
