import type { InstancedBufferGeometry, Mesh, ShaderMaterial } from 'three';
import {
  Color,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  type Vector3,
  BufferGeometry,
  DoubleSide,
} from 'three';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { instanced } from '../../utils/geometry.ts';
import type { WorldState } from '../../../data/world-state.ts';

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
function sparkGeometry(): BufferGeometry {
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
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(corners, 3))
    .setIndex(index);
}

/**
 * An instance for each spark: a ribbon along its path (`position.z` 0; x from 0 at the tail to 1 at the head,
 * y across), and a glow at its head (1). The path is a curve from the sky to the floor; the position depends
 * only on the age.
 */
const commitSparkVertex = /* glsl */ `
attribute vec4 aFrom; // start position, age in seconds
attribute vec4 aTo; // end position, 1 for authors who are not agents
varying vec3 vPart;
varying vec3 vLight;
vec3 place(float along) {
  // Over the floor the path turns down.
  vec3 over = mix(aFrom.xyz, aTo.xyz, 0.72) * vec3(1.0, 0.0, 1.0) + vec3(0.0, max(OVER, aFrom.y * 0.42), 0.0);
  vec3 at = mix(mix(aFrom.xyz, over, along), mix(over, aTo.xyz, along), along);
  return (viewMatrix * vec4(at, 1.0)).xyz;
}
void main() {
  float age = aFrom.w;
  float run = age / FLIGHT;
  float head = pow(clamp(run, 0.0, 1.0), 0.8);
  float tail = pow(clamp(run - TAIL, 0.0, 1.0), 0.8);
  float along = mix(tail, head, position.z > 0.5 ? 1.0 : position.x);
  vec3 at = place(along);
  // Wide enough to be visible from a distance.
  float wide = WIDTH + FAR * length(at);
  if (position.z > 0.5) at.xy += (position.xy - 0.5) * wide * GLOW;
  else {
    vec3 next = place(min(along + 0.01, 1.0)) - place(max(along - 0.01, 0.0));
    vec3 side = cross(normalize(next + vec3(0.0, 1e-4, 0.0)), normalize(at));
    at += normalize(side + vec3(1e-5, 0.0, 0.0)) * (position.y - 0.5) * wide;
  }
  vPart = vec3(position.xy, position.z);
  // The spark brightens at its start, and fades when it reaches the floor.
  float sinks = position.z > 0.5 ? 1.0 - smoothstep(1.0, 1.25, run) : 1.0;
  vLight = mix(AGENT_COLOR, OTHER_COLOR, aTo.w) * SHINE * smoothstep(0.0, 0.12, run) * sinks;
  bool flies = age >= 0.0 && tail < 1.0;
  gl_Position = flies ? projectionMatrix * vec4(at, 1.0) : vec4(0.0, 0.0, 2.0, 1.0);
}
`;

const commitSparkFragment = /* glsl */ `
varying vec3 vPart;
varying vec3 vLight;
void main() {
  vec2 away = (vPart.xy - 0.5) * 2.0;
  float ribbon = vPart.x * vPart.x * exp(-away.y * away.y * 3.5) * (1.0 - away.y * away.y);
  float r = dot(away, away);
  float glow = (exp(-r * 22.0) * 2.2 + exp(-r * 5.0) * 0.4) * max(0.0, 1.0 - r);
  gl_FragColor = vec4(vLight * (vPart.z > 0.5 ? glow : ribbon), 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/** The time of the flight from the constellation to the floor. */
const FLIGHT_SECONDS = 1.2;
/** The tail reaches the floor this long after the head. */
const TAIL_SECONDS = 0.35;
/** The time between the landings of sparks for simultaneous commits: at most three a second. */
const STAGGER_SECONDS = 0.36;
/** The maximum number of sparks. Further commits are only lights on the floor. */
export const MAX_SPARKS = 6;

/** Sparks that fly from the sky to the floor: one draw call while one flies, otherwise none. */
export class CommitSparks extends DrawnModule<WorldState> {
  readonly #from = new InstancedBufferAttribute(new Float32Array(MAX_SPARKS * 4), 4);
  readonly #to = new InstancedBufferAttribute(new Float32Array(MAX_SPARKS * 4), 4);
  /** Seconds since a spark's start; negative while it waits, `Infinity` if there is no spark. */
  readonly #ages = new Float32Array(MAX_SPARKS).fill(Infinity);
  readonly #landed = new Uint8Array(MAX_SPARKS).fill(1);
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;

  constructor(...parts: ModuleParts<WorldState>) {
    super(...parts);
    const { colors } = this.theme;
    const geometry = instanced(sparkGeometry(), { aFrom: this.#from, aTo: this.#to }, MAX_SPARKS);
    this.#mesh = this.addMesh(geometry, {
      name: 'commit-spark',
      constants: {
        AGENT_COLOR: new Color(colors.agentWorking),
        OTHER_COLOR: new Color(colors.accent),
        FLIGHT: FLIGHT_SECONDS,
        OVER: OVER_METRES,
        WIDTH,
        FAR,
        GLOW,
        TAIL,
        SHINE: LIGHT * ADDED_LIGHT,
      },
      vertexShader: commitSparkVertex,
      fragmentShader: commitSparkFragment,
      ...ADDITIVE,
      side: DoubleSide,
    });
    this.#mesh.visible = false;
  }

  /**
   * Starts a spark from a direction in the sky to a place on the floor, after the sparks that still wait.
   * Returns its number for `hasLanded`, or −1 if the maximum number of sparks is in use.
   */
  launch(
    direction: Readonly<Vector3>,
    to: { readonly x: number; readonly z: number },
    isAgent: boolean,
  ): number {
    const spark = this.#ages.indexOf(Infinity);
    if (spark < 0) return spark;
    this.#ages[spark] = Math.min(0, Math.min(...this.#ages) - STAGGER_SECONDS);
    this.#landed[spark] = 0;
    const { x, y, z } = this.scene.camera.position;
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

  /** Returns true once for each spark: in the first call after it has reached the floor. */
  hasLanded(spark: number): boolean {
    if (this.#landed[spark] === 1 || (this.#ages[spark] ?? 0) < FLIGHT_SECONDS) return false;
    this.#landed[spark] = 1;
    return true;
  }

  update(delta: number): void {
    let flies = false;
    for (let i = 0; i < MAX_SPARKS; i++) {
      const before = this.#ages[i] ?? Infinity;
      if (before !== Infinity) flies = true;
      const age = before + delta;
      this.#ages[i] = age > FLIGHT_SECONDS + TAIL_SECONDS && this.#landed[i] === 1 ? Infinity : age;
      this.#from.setW(i, this.#ages[i] === Infinity ? -1 : age);
    }
    this.#mesh.visible = flies;
    if (flies) this.#from.needsUpdate = true;
  }
}
