import { InstancedMesh, type Mesh, type Object3D } from 'three';
import { theme } from '../../../theme/theme.ts';
import * as portals from '../../../world/portals/portals.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

/** A new stage for each test; `start` makes the portals of its state and draws them. */
export function eachWithPortals(use: (stage: TestStage) => void): () => void {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    use(stage);
  });
  afterEach(() => {
    portals.dispose();
    stage.dispose();
  });
  return () => {
    portals.init(stage.scene, stage.state, theme);
    portals.update(1, 1 / 60);
    stage.render();
  };
}

/** What the module has added to the scene. */
export const group = (stage: TestStage): Object3D => stage.scene.getObjectByName('portals') as Object3D;
/** The instanced mesh with one attribute and without another. */
export const meshWith = (stage: TestStage, attribute: string, except = ''): InstancedMesh => {
  const found = group(stage).children.find(
    (child) =>
      child instanceof InstancedMesh &&
      child.geometry.hasAttribute(attribute) &&
      !child.geometry.hasAttribute(except),
  );
  return found as InstancedMesh;
};
/** All numbers of an attribute. */
export const values = (mesh: Mesh, attribute: string): number[] => [
  ...(mesh.geometry.getAttribute(attribute).array as Float32Array),
];
