import type { ShaderMaterial } from 'three';
import {
  Box3,
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  type IUniform,
  Mesh,
  Object3D,
  Vector3,
  Vector4,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { WorldState, Position } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { FacetBuilder, type Ring, circle } from '../../utils/geometry.ts';
import {
  MAX_ARCS,
  STRIKE_SECONDS,
  TIP_HEIGHT,
  arcEnds,
  arcPairs,
  arcMiddles,
  arcsLabel,
  arcsLook,
  pylonPlaces,
} from './lightning-arcs-layout.ts';
import { arcFragment, arcVertex } from './lightning-arcs.glsl.ts';

type StateSlice = DerivedState & WorldState;

/** Straight pieces of an arc, and the number of its long bends. */
const PIECES = 44;
const BENDS = 7;
/**
 * The rise of an arc above its chord, and the radii of its halo and of a tip's glow. Lengths are in metres.
 */
const BOW = 0.55;
const WIDTH = 0.1;
const GLOW = 0.62;
/** How far an arc bends away from the line between its tips. Metres. */
const STRAY = new Vector3(0.4, 1.2, 0.8);
const REACH_METRES = 4.5;
const OBSTACLE_METRES = 0.6;
const LIGHT = 1.3;
/** A factor of the colour, with which the core of an arc is just bright enough for bloom. */
const SHINE = 1.15;
/** A factor of the light with reduced motion, when an arc is a thin line. */
const REDUCED_MOTION_LIGHT = 0.55;
/** Indices of a glow; an arc has `PIECES` times as many. */
const INDICES_PER_PIECE = 6;

/** Thin obelisks: a plinth, a tapering shaft that faces the platform, and a tip that floats above it. */
function pylonGeometry(theme: Theme, places: readonly Position[]): BufferGeometry {
  const into = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const shade = new Color();
  for (const { x, y, z } of places) {
    const turn = Math.atan2(-x, -z) + Math.PI / 4;
    const foot = new Vector3(x, y, z);
    const square = (half: number, height: number): Vector3[] =>
      circle(4, half, height, turn).map((corner) => corner.add(foot));
    const tower = (rings: readonly Ring[], tone: number): unknown =>
      into.loft(rings, (_band, side) => shade.lerpColors(stone, lit, tone + side * 0.06));
    tower([square(0.62, -0.9), square(0.62, 0.3), square(0.5, 0.4), square(0.4, 0.4)], 0.2);
    tower([square(0.36, 0.4), square(0.2, 4.9), square(0, 5.15)], 0.35);
    tower([square(0, TIP_HEIGHT - 0.42), square(0.15, TIP_HEIGHT - 0.08), square(0, TIP_HEIGHT + 0.42)], 0.7);
  }
  return into.build();
}

/** First the glow at each pylon's tip, then arc after arc, so that a shorter draw range draws fewer arcs. */
function arcGeometry(places: readonly Position[]): BufferGeometry {
  const starts: number[] = [];
  const ends: number[] = [];
  const at: number[] = [];
  const index: number[] = [];
  const tip = ({ x, y, z }: Position): [number, number, number] => [x, y + TIP_HEIGHT, z];
  // A strip of quads between two tips. `seed` makes the courses different; −1 marks a glow.
  const band = (a: Position, b: Position, pieces: number, seed: number): void => {
    for (let piece = 0; piece <= pieces; piece++)
      for (const side of [-1, 1]) {
        const corner = at.length / 3;
        starts.push(...tip(a));
        ends.push(...tip(b));
        at.push(piece / pieces, side, seed);
        if (piece < pieces && side === 1)
          index.push(corner - 1, corner, corner + 1, corner, corner + 2, corner + 1);
      }
  };
  for (const place of places) band(place, place, 1, -1);
  for (let arc = 0; arc < MAX_ARCS; arc++) {
    const [from, to] = arcEnds(arc).map((pylon) => places[pylon]);
    if (from && to) band(from, to, PIECES, arc * 2.63 + 1);
  }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(starts, 3))
    .setAttribute('aTo', new Float32BufferAttribute(ends, 3))
    .setAttribute('aAt', new Float32BufferAttribute(at, 3))
    .setIndex(index);
}

/**
 * Pylons outside the platform, and an arc between their tips for each agent that is active now: two draw calls, or one
 * while everything is dark.
 */
class LightningArcs extends DrawnModule<StateSlice> {
  readonly #places = pylonPlaces();
  readonly #arcs: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #shared = terrainUniforms(this.scene);
  /** A uniform: seconds of movement, light, and whether the arcs move. */
  readonly #shown: IUniform<Vector4> = { value: new Vector4() };
  readonly #tint: IUniform<Color> = { value: new Color() };
  #reading: Reading<readonly AgentActivity[]> | undefined;
  #activeNow: readonly string[] | undefined;
  /** What moves between the pylons of each pair. */
  readonly #boxes = arcPairs.map(() => ({ box: new Box3(), hertz: 8 }));
  /** The look that the reading requires. */
  #look = arcsLook(this.state.derived.shownAgents.get(), this.state.derived.shownActiveNow.get().length);

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, state, theme, disposables } = this;
    const pylons = new Mesh(
      disposables.use(pylonGeometry(theme, this.#places)),
      disposables.use(terrainMaterial(theme, this.#shared)),
    );
    pylons.userData['zoomLabel'] = 'Pylon of the lightning arcs';
    disposables.defer(scene.registry.stonework.add(pylons));
    this.#arcs = new Mesh(disposables.use(arcGeometry(this.#places)), this.#arcMaterial());
    makeStatic(pylons, 'pylons');
    // Drawn before panels and names, after stars and beam.
    makeStatic(this.#arcs, 'arcs', -7);
    const group = new Group();
    group.name = 'lightning-arcs';
    group.add(pylons, this.#arcs, ...this.#anchors());
    disposables.add(scene, group);
    disposables.defer(
      scene.registry.obstacles.set(
        group,
        this.#places.map(({ x, z }) => ({ x, z, radius: OBSTACLE_METRES })),
      ),
    );
    disposables.defer(scene.registry.movingParts.set(group, this.#boxes));
    disposables.defer(() => state.world.arcs.set([]));
    this.update(0, 0);
  }

  #arcMaterial(): ShaderMaterial {
    return this.material({
      name: 'lightning-arcs',
      constants: { PIECES, BENDS, BOW, WIDTH, GLOW, STRIKE_SECONDS, SHINE },
      vertexShader: arcVertex,
      fragmentShader: arcFragment,
      uniforms: { arcs: this.#shown, tint: this.#tint, fade: this.#shared.fade },
      transparent: true,
      depthWrite: false,
      side: 2,
    });
  }

  /** An object at each pylon, for its hint. */
  #anchors(): Object3D[] {
    const { interactions } = this.scene;
    const { shownAgents, shownActiveNow, shownNow } = this.state.derived;
    const label = (): string => arcsLabel(shownAgents.get(), shownActiveNow.get().length, shownNow.get());
    return this.#places.map(({ x, y, z }) => {
      const anchor = new Object3D();
      anchor.position.set(x, y + 1.6, z);
      this.disposables.defer(interactions.register(anchor, { label, reach: REACH_METRES }));
      return anchor;
    });
  }

  /** Applies a new reading, and publishes the moving arcs (`world.arcs`). */
  #follow(): void {
    const { shownAgents, shownActiveNow } = this.state.derived;
    const [reading, activeNow] = [shownAgents.get(), shownActiveNow.get()];
    if (reading === this.#reading && activeNow === this.#activeNow) return;
    [this.#reading, this.#activeNow] = [reading, activeNow];
    const look = arcsLook(reading, activeNow.length);
    this.#look = look;
    this.#arcs.visible = look.tips !== undefined;
    if (look.tips) this.#tint.value.set(this.theme.colors[look.tips]);
    this.#arcs.geometry.setDrawRange(0, (this.#places.length + look.arcs * PIECES) * INDICES_PER_PIECE);
    this.#boxes.forEach(({ box }, pair) => this.#fit(box, look.moves && look.arcs > pair ? pair : undefined));
    this.state.world.arcs.set(arcMiddles(look.moves ? look.arcs : 0, this.#places));
  }

  /** Sets the box around the arcs of a pair of pylons; empty without a pair. */
  #fit(box: Box3, pair: number | undefined): void {
    box.makeEmpty();
    if (pair === undefined) return;
    for (const pylon of arcEnds(pair)) {
      const { x = 0, y = 0, z = 0 } = this.#places[pylon] ?? {};
      box.expandByPoint(new Vector3(x, y + TIP_HEIGHT, z));
    }
    box.expandByVector(STRAY);
  }

  update(_elapsed: number, delta: number): void {
    this.#follow();
    this.updateFog(this.#shared);
    const { light, moves: wanted } = this.#look;
    const moves = wanted && !this.reducedMotion;
    const { value } = this.#shown;
    if (moves) value.x += delta;
    value.y = light * LIGHT * (moves || !wanted ? 1 : REDUCED_MOTION_LIGHT);
    value.z = moves ? 1 : 0;
  }
}

export const { init, update, dispose } = defineModule((...given) => new LightningArcs(...given));
