import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  ShaderMaterial,
  type Vector3,
} from 'three';
import type { Theme } from '../../../../theme/theme.ts';
import type { Disposables } from '../../../core/disposables.ts';
import type { WorldScene } from '../../../core/scene/scene.ts';
import { glslConstants } from '../../../utils/constants.glsl.ts';
import { ADDED_LIGHT, ADDITIVE, makeStatic } from '../../../utils/drawing.ts';
import { FLIGHT_SECONDS, MAX_SPARKS, SparkFlights } from './commit-spark-flight.ts';
import { commitSparkFragment, commitSparkVertex } from './commit-spark.glsl.ts';

/** Pieces of a ribbon along its path. */
const PIECES = 20;
/** The distance in the sky at which a spark starts, and the height at which its path turns down. Metres. */
const SKY_METRES = 46;
const OVER_METRES = 7;
/** The width of the ribbon in metres, its increase per metre of distance, and the glow's size in widths. */
const WIDTH = 0.05;
const FAR = 0.006;
const GLOW = 5;
/** Length of the tail as a share of the flight. */
const TAIL = 0.28;
const LIGHT = 1.6;

/** A ribbon and the quad of its head. */
function sparkGeometry(): InstancedBufferGeometry {
  const corners: number[] = [];
  const index: number[] = [];
  for (let piece = 0; piece <= PIECES; piece++) {
    corners.push(piece / PIECES, 0, 0, piece / PIECES, 1, 0);
    if (piece === PIECES) break;
    const at = piece * 2;
    index.push(at, at + 2, at + 1, at + 1, at + 2, at + 3);
  }
  const head = corners.length / 3;
  corners.push(0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1);
  index.push(head, head + 1, head + 2, head, head + 2, head + 3);
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setIndex(index);
  geometry.instanceCount = MAX_SPARKS;
  return geometry;
}

/** Sparks that fly from the sky to the floor: one draw call while one flies, otherwise none. */
export class CommitSparks {
  readonly #scene: WorldScene;
  readonly #flights = new SparkFlights();
  readonly #from = new InstancedBufferAttribute(new Float32Array(MAX_SPARKS * 4), 4);
  readonly #to = new InstancedBufferAttribute(new Float32Array(MAX_SPARKS * 4), 4);
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;

  constructor(scene: WorldScene, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    const constants = glslConstants({
      AGENT_COLOR: new Color(theme.colors.agentWorking),
      OTHER_COLOR: new Color(theme.colors.accent),
      FLIGHT: FLIGHT_SECONDS,
      OVER: OVER_METRES,
      WIDTH,
      FAR,
      GLOW,
      TAIL,
      SHINE: LIGHT * ADDED_LIGHT,
    });
    const geometry = disposables.use(sparkGeometry());
    geometry.setAttribute('aFrom', this.#from);
    geometry.setAttribute('aTo', this.#to);
    const material = new ShaderMaterial({
      name: 'commit-spark',
      vertexShader: `${constants}\n${commitSparkVertex}`,
      fragmentShader: commitSparkFragment,
      ...ADDITIVE,
      side: 2,
    });
    this.#mesh = new Mesh(geometry, disposables.use(material));
    makeStatic(this.#mesh, 'commit-spark');
    this.#mesh.visible = false;
    disposables.add(scene, this.#mesh);
  }

  /**
   * Starts a spark from a direction in the sky to a place on the floor. Returns its number for `hasLanded`,
   * or −1 if the maximum number of sparks is in use.
   */
  launch(
    direction: Readonly<Vector3>,
    to: { readonly x: number; readonly z: number },
    isAgent: boolean,
  ): number {
    const spark = this.#flights.start();
    if (spark < 0) return spark;
    const { x, y, z } = this.#scene.camera.position;
    this.#from.setXYZ(
      spark,
      x + direction.x * SKY_METRES,
      y + direction.y * SKY_METRES,
      z + direction.z * SKY_METRES,
    );
    this.#to.setXYZW(spark, to.x, 0, to.z, isAgent ? 0 : 1);
    this.#to.needsUpdate = true;
    return spark;
  }

  /** Returns true once after a spark has reached the floor. */
  hasLanded(spark: number): boolean {
    return this.#flights.hasLanded(spark);
  }

  update(delta: number): void {
    const flies = this.#flights.isFlying;
    if (this.#mesh.visible !== flies) this.#mesh.visible = flies;
    if (!flies) return;
    this.#flights.update(delta);
    for (let i = 0; i < MAX_SPARKS; i++) {
      const age = this.#flights.ages[i] ?? Infinity;
      this.#from.setW(i, age === Infinity ? -1 : age);
    }
    this.#from.needsUpdate = true;
  }
}
