import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Group, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { Arrivals } from '../../../../world/core/scene/arrivals.ts';

/** A transparent panel this far from the middle of the world. */
function panel(metres: number): Mesh<PlaneGeometry, MeshBasicMaterial> {
  const mesh = new Mesh(new PlaneGeometry(1, 1), new MeshBasicMaterial({ transparent: true }));
  mesh.position.z = -metres;
  return mesh;
}

describe('arrivals', () => {
  it('send a ring out, slower near the resident than far away', () => {
    const arrivals = new Arrivals();
    arrivals.begin(['panels'], [panel(9)]);
    const radii: number[] = [];
    for (; arrivals.isRunning; arrivals.advance(0.1)) radii.push(arrivals.ringOf(0) ?? -1);
    assert.equal(radii[0], 0);
    const steps = radii.slice(1).map((radius, i) => radius - (radii[i] ?? 0));
    for (let i = 1; i < steps.length; i++) assert.ok((steps[i] ?? 0) > (steps[i - 1] ?? 0));
    assert.ok((radii[4] ?? 0) < 14, 'it can be followed on the platform');
    assert.ok((radii.at(-1) ?? 0) > 138, 'it has passed the last islet');
    assert.equal(arrivals.ringOf(0), undefined);
  });

  it('show each thing when the ring passes it, in at most 0.7 seconds', () => {
    const arrivals = new Arrivals();
    const [near, far] = [panel(9), panel(25)];
    arrivals.begin(['panels'], [near, far]);
    const starts = new Map<Mesh, number>();
    const ends = new Map<Mesh, number>();
    for (let time = 0; arrivals.isRunning; time += 0.01) {
      for (const mesh of [near, far]) {
        const { opacity } = mesh.material;
        if (opacity > 0 && !starts.has(mesh)) {
          starts.set(mesh, time);
          assert.ok((arrivals.ringOf(0) ?? 0) >= -mesh.position.z, 'not before the ring is there');
        }
        if (opacity === 1 && !ends.has(mesh)) ends.set(mesh, time);
      }
      arrivals.advance(0.01);
    }
    assert.ok((starts.get(near) ?? 0) < (starts.get(far) ?? 0));
    for (const mesh of [near, far]) {
      assert.equal(mesh.material.opacity, 1);
      assert.ok((ends.get(mesh) ?? Infinity) - (starts.get(mesh) ?? 0) <= 0.7);
    }
  });

  it('know the ring of each module, until it is there', () => {
    const arrivals = new Arrivals();
    arrivals.begin(['panels'], [panel(9)]);
    arrivals.advance(0.6);
    arrivals.begin(['portals'], [panel(25)]);
    assert.equal(arrivals.ringFor('panels'), arrivals.ringOf(0));
    assert.equal(arrivals.ringFor('portals'), 0);
    assert.equal(arrivals.ringFor('island'), undefined);
    arrivals.advance(0.7);
    assert.equal(arrivals.ringFor('panels'), undefined);
    assert.equal(arrivals.ringFor('portals'), arrivals.ringOf(0), 'the next one moves up');
  });

  it('send no ring for a group that shows nothing yet', () => {
    const arrivals = new Arrivals();
    const hidden = panel(9);
    hidden.visible = false;
    arrivals.begin(['fireworks'], [hidden, new Group()]);
    assert.equal(arrivals.isRunning, false);
    assert.equal(hidden.material.opacity, 1);
  });
});
