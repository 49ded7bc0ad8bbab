import { expect } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial } from 'three';
import { warmUp } from '../../../../world/core/render/gpu-warm-up.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

describe('the warm-up', () => {
  let stage: TestStage;
  const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  beforeEach(() => {
    stage = createTestStage();
    stage.scene.add(box);
  });
  afterEach(() => {
    box.removeFromParent();
    box.geometry.dispose();
    box.material.dispose();
    stage.dispose();
  });

  it('restores each object, also when a second warm-up starts during the first', async () => {
    await Promise.all([warmUp(stage.scene), warmUp(stage.scene)]);
    expect(box.layers.mask).to.equal(1);
    expect(box.frustumCulled).to.equal(true);
  });
});
