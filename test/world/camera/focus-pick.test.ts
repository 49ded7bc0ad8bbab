import { expect } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial, Vector2, Vector3 } from 'three';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import { arrivingModules } from '../../../world/deferred-modules.ts';
import { worldModules } from '../../../world/modules.ts';
import { pylonPlaces } from '../../../world/effects/ambient/lightning-arcs-layout.ts';
import { heightAt } from '../../../world/terrain/island/height.ts';
import * as rig from '../../../world/camera/camera-rig.ts';
import { pick } from '../../../world/camera/focus-pick.ts';
import * as zoom from '../../../world/camera/focus-object.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const all = [...worldModules, ...arrivingModules].map(({ module }) => module).concat(rig, zoom);

/** The tests load all modules, so that every object that can block a ray is in the scene. */
describe('the objects that a close-up picks', function () {
  this.timeout(60_000);
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(96, 54);
    setPortals(stage.state, [portal('castle', { name: 'Mount & Blade II: Bannerlord' })]);
    for (const module of all) module.init(stage.scene, stage.state, theme);
    update();
  });
  afterEach(() => {
    for (const module of all.toReversed()) module.dispose?.();
    stage.dispose();
  });
  const update = (): void => {
    for (const { update: step } of all) step(1, 1 / 60);
    stage.scene.updateMatrixWorld();
  };
  /** The object that a ray from one point to another hits. */
  const look = (from: readonly [number, number, number], to: readonly [number, number, number]) => {
    const { camera } = stage.scene;
    camera.position.set(...from);
    camera.lookAt(...to);
    return pick(stage.scene, new Vector2());
  };
  const place = (name: string): Vector3 => {
    const object = stage.scene.getObjectByName(name);
    if (!object) throw new Error(`there is no ${name}`);
    return object.getWorldPosition(new Vector3());
  };
  /** An interactive object at a given place. */
  const answering = (x: number, y: number, z: number): void => {
    const thing = new Mesh(new BoxGeometry(0.6, 0.6, 0.6), new MeshBasicMaterial());
    thing.position.set(x, y, z);
    stage.scene.add(thing);
    stage.scene.interactions.register(thing, { label: () => 'Hidden', reach: 50 });
    stage.scene.updateMatrixWorld();
  };

  it('picks the platform and the ground at their positions', () => {
    const floor = look([3, 1.7, 11], [3, 0, 8]);
    expect(floor?.label).to.equal('The platform');
    expect(floor?.at[1]).to.be.closeTo(0, 0.01);
    const [x, z] = [-4, 27];
    const ground = look([x, heightAt(x, z) + 3, z], [x, heightAt(x, z), z + 0.5]);
    expect(ground?.label).to.equal('The island');
    expect(ground?.at[1]).to.be.closeTo(heightAt(x, z + 0.5), 0.4);
  });

  it('picks a pylon, and nothing behind it or below the ground', () => {
    const [first] = pylonPlaces();
    const { x, y, z } = first!;
    const out = new Vector3(x, 0, z).normalize();
    answering(x + out.x * 3, y + 1.2, z + out.z * 3);
    const pylon = look([x - out.x * 4, y + 1.2, z - out.z * 4], [x, y + 1.2, z]);
    expect(pylon?.label).to.equal('Pylon of the lightning arcs');
    expect(Math.hypot(pylon!.at[0] - x, pylon!.at[2] - z)).to.be.lessThan(1);
    answering(3, -2, 8);
    expect(look([3, 1.7, 8.1], [3, -2, 8])?.label).to.equal('The platform');
  });

  it('picks shelves and books by their names', () => {
    const { readings } = stage.state;
    const title = '[labs/ssr]: a title with a colon — and a dash';
    readings.merged.set({
      state: 'live',
      source: 'code',
      fetchedAt: 1,
      value: [{ number: 12, title, author: 'Ada', mergedAt: 1 }],
    });
    update();
    const books = stage.scene.getObjectByName('books') as Mesh;
    const seen = new Set<string>();
    books.updateWorldMatrix(true, false);
    const centre = place('books');
    for (let height = 0.2; height < 3; height += 0.1)
      for (let side = -3; side <= 3; side += 0.1) {
        const to = books.localToWorld(new Vector3(side, height, 0));
        const label = look([centre.x + 6, centre.y + 1.6, centre.z + 2], [to.x, to.y, to.z])?.label;
        if (label !== undefined) seen.add(label);
      }
    expect([...seen]).to.include('Bookshelves');
    expect([...seen]).to.include(`#12 ${title}`.slice(0, 60));
  });

  it('picks a panel, and a portal by its full name', () => {
    const board = place('agent-board');
    const towards = new Vector3(0, board.y, 0).sub(board).setY(0).normalize().multiplyScalar(4);
    expect(look([board.x + towards.x, board.y, board.z + towards.z], board.toArray())?.label).to.equal(
      'Agents',
    );
    const arch = place('portal castle');
    const home = new Vector3().sub(arch).setY(0).normalize().multiplyScalar(6);
    expect(
      look([arch.x + home.x, arch.y + 1.7, arch.z + home.z], [arch.x, arch.y + 2, arch.z])?.label,
    ).to.equal('Mount & Blade II: Bannerlord');
  });

  it('picks a path that is added later', () => {
    const slab = (id: string): [number, number] => {
      const { x, z } = place(`portal ${id}`);
      return [x, z];
    };
    // The first pick comes before the registry changes.
    look([0, 1.7, 17], [0, 0, 12]);
    setPortals(stage.state, [portal('castle'), portal('far', { position: { x: -8, y: 0, z: 26 } })]);
    update();
    // The paths follow the portals in the next frame.
    update();
    const [x, z] = slab('far');
    const seen = new Set<string | undefined>();
    for (let share = 0.5; share < 0.95; share += 0.01) {
      const [px, pz] = [x * share, z * share];
      seen.add(look([px, heightAt(px, pz) + 2, pz + 0.01], [px, heightAt(px, pz), pz])?.label);
    }
    expect([...seen]).to.include('A path');
  });

  it('picks nothing in the sky or in the sea of clouds', () => {
    expect(look([0, 3, 20], [0, 60, 120])).to.equal(undefined);
    expect(look([0, 30, 80], [0, -40, 160])).to.equal(undefined);
  });

  it('names the object of a link once the camera is there', () => {
    const at = [3, 0, 8] as const;
    dispatchView(stage.state, { kind: 'zoom', target: { label: 'Object', at, distance: 2 } });
    for (let frame = 0; frame < 600; frame++) update();
    const view = stage.state.view.get();
    expect(view.mode === 'zoom' && view.target.label).to.equal('The platform');
    expect(view.mode === 'zoom' && view.target.at).to.deep.equal(at);
  });
});
