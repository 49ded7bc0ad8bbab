import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CustomBlending, Mesh, MeshBasicMaterial, NormalBlending } from 'three';
import { WORDS_LAYER, Words } from '../../../../world/core/scene/words.ts';

test('what is removed twice takes nothing else out', () => {
  const words = new Words();
  const [gone, stays] = [new Mesh(), new Mesh()].map(({ layers }) => ({
    layers,
    material: new MeshBasicMaterial(),
  }));
  assert.ok(gone && stays);
  const remove = words.add(gone);
  words.add(stays);
  remove();
  remove();
  assert.equal(gone.layers.isEnabled(WORDS_LAYER), false);
  words.brighten(true);
  assert.equal(stays.material.blending, CustomBlending);
  assert.equal(gone.material.blending, NormalBlending);
});
