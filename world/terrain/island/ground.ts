import { type BufferGeometry, Color, Vector3 } from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { FacetBuilder, type Ring, cornerOf } from '../../utils/geometry.ts';
import { fractalNoise, seededRandom, valueNoise } from '../../utils/noise.ts';
import { ISLAND_DEPTH, PLATFORM_RADIUS, heightAt, hexDistance, rimAt } from './height.ts';

/** The number of sectors; a multiple of six, so that the platform's corners are vertices. */
const SECTORS = 72;
/** The rings of the upper side, from the platform's edge (0) to the rim (1): closer on uneven ground. */
const TOP = [0, 0.03, 0.09, 0.16, 0.23, 0.31, 0.39, 0.47, 0.55, 0.63, 0.7, 0.77, 0.84, 0.9, 0.95, 1];
/** Rings of the underside: how far down, and how far out. */
const UNDERSIDE: readonly (readonly [down: number, out: number])[] = [
  [0.05, 0.985],
  [0.13, 0.9],
  [0.24, 0.78],
  [0.36, 0.62],
  [0.5, 0.47],
  [0.65, 0.31],
  [0.8, 0.17],
  [0.92, 0.07],
];
/** The number of glowing veins down the underside, and outwards on the ground. */
const VEINS_BELOW = 22;
const VEINS_ABOVE = 9;

/** Rings with the same number of vertices. The last ring of one part is the first of the next. */
type Grid = readonly Ring[];

const lastOf = (grid: Grid): Ring => grid.at(-1) ?? [];

const angleOf = (sector: number): number => (sector / SECTORS) * Math.PI * 2;

/**
 * The ground from the platform's edge to the rim. The innermost rings and the rim have exact positions; all
 * others are displaced a little, so that no ring is visible.
 */
function topGrid(): Grid {
  return TOP.map((t, ring) =>
    Array.from({ length: SECTORS }, (_unused, sector) => {
      const steady = ring < 2 || ring === TOP.length - 1;
      const angle = angleOf(sector) + (steady ? 0 : (valueNoise(sector * 1.7, ring * 1.3, 21) - 0.5) * 0.05);
      const inside = (PLATFORM_RADIUS * 0.99) / (hexDistance(Math.cos(angle), Math.sin(angle)) || 1);
      const rim = rimAt(angle);
      const wander = steady ? 0 : (valueNoise(sector * 0.9, ring * 2.1, 22) - 0.5) * 0.7;
      const radius = inside + (rim - inside) * t + wander;
      const x = Math.cos(angle) * radius;
      const z = Math.sin(angle) * radius;
      return new Vector3(x, ring === 0 ? -0.16 : heightAt(x, z), z);
    }),
  );
}

/** The rock below the rim, narrower and rougher towards its tip. */
function undersideGrid(rim: Ring): Grid {
  const rings = UNDERSIDE.map(([down, out], ring) =>
    rim.map(({ x, y, z }, sector) => {
      const angle = angleOf(sector);
      const rough = fractalNoise(Math.cos(angle) * 3 + 9, Math.sin(angle) * 3 + ring * 0.9, 2, 31) - 0.5;
      // Vertical ribs, so that the rock looks like columns.
      const rib = (valueNoise(Math.cos(angle) * 5 + 20, Math.sin(angle) * 5, 33) - 0.5) * (1 - down) * 0.22;
      const scale = out * (1 + rough * (0.06 + down * 0.5) + rib * Math.min(1, down * 5));
      const hang = ISLAND_DEPTH * down * (1 + rough * 0.3);
      return new Vector3(x * scale, y - hang, z * scale);
    }),
  );
  return [rim, ...rings];
}

/** A ribbon along edges of the grid, just above the rock. */
function vein(
  builder: FacetBuilder,
  chain: readonly Vector3[],
  width: number,
  below: boolean,
  glow: number,
): void {
  const black = new Color(0, 0, 0);
  const along = new Vector3();
  const out = new Vector3();
  for (const [i, from] of chain.entries()) {
    const to = chain[i + 1];
    if (!to) break;
    if (below) out.set(from.x, -4, from.z).normalize();
    else out.set(0, 1, 0);
    const across = along.subVectors(to, from).clone().cross(out).normalize();
    const taper = (step: number): number => width * (1 - (step / chain.length) * 0.7);
    const corner = (point: Vector3, side: number, step: number): Vector3 =>
      point
        .clone()
        .addScaledVector(out, below ? 0.12 : 0.04)
        .addScaledVector(across, side * taper(step));
    builder.quad(
      corner(from, 1, i),
      corner(to, 1, i + 1),
      corner(to, -1, i + 1),
      corner(from, -1, i),
      black,
      glow,
    );
  }
}

/** Veins follow the edges of the rock's own facets from ring to ring. */
function veins(builder: FacetBuilder, top: Grid, underside: Grid): void {
  const random = seededRandom(77);
  const walk = (grid: Grid, start: number, firstRing: number, rings: number): Vector3[] => {
    const chain: Vector3[] = [];
    let sector = start;
    for (const [steps, ring] of grid.slice(firstRing, firstRing + rings).entries()) {
      chain.push(cornerOf(ring, sector + SECTORS));
      // A vein goes sideways only along edges of the rock, because across a facet it would be inside the
      // rock.
      if ((firstRing + steps + sector) % 2 === 0 && random() < 0.8) sector += random() < 0.5 ? 1 : -1;
    }
    return chain;
  };
  for (let i = 0; i < VEINS_BELOW; i++) {
    const sector = Math.floor((i / VEINS_BELOW) * SECTORS + random() * 2);
    vein(builder, walk(underside, sector, 0, 4 + Math.floor(random() * 5)), 0.15, true, 0.8 + random() * 0.7);
  }
  for (let i = 0; i < VEINS_ABOVE; i++) {
    const sector = Math.floor(((i + 0.5) / VEINS_ABOVE) * SECTORS + random() * 3);
    vein(builder, walk(top, sector, 5, 11), 0.035, false, 0.35 + random() * 0.3);
  }
}

/**
 * Facets between the rings; `paint` is called for each. Diagonals alternate, so that no direction is
 * dominant.
 */
function strip(builder: FacetBuilder, grid: Grid, paint: (ring: number) => Color): void {
  for (const [ring, inner] of grid.entries()) {
    const outer = grid[ring + 1];
    if (!outer) break;
    for (const [sector, a] of inner.entries()) {
      const b = cornerOf(inner, sector + 1);
      const [c, d] = [cornerOf(outer, sector + 1), cornerOf(outer, sector)];
      const even = (ring + sector) % 2 === 0;
      builder.triangle(a, b, even ? c : d, paint(ring));
      builder.triangle(even ? a : b, c, d, paint(ring));
    }
  }
}

/** The island as one geometry: ground, rim, underside and veins. */
export function groundGeometry(theme: Theme): BufferGeometry {
  const builder = new FacetBuilder();
  const top = topGrid();
  const underside = undersideGrid(lastOf(top));
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const night = new Color(theme.colors.skyZenith);
  const random = seededRandom(5);
  const color = new Color();
  strip(builder, top, () => color.copy(stone).lerp(lit, random() * 0.34));
  strip(builder, underside, (ring) =>
    color.copy(stone).lerp(night, Math.min(0.7, 0.05 + ring * 0.07 + random() * 0.16)),
  );
  const tip = new Vector3(1.5, -ISLAND_DEPTH, -1);
  builder.fan(tip, lastOf(underside), () => color.copy(stone).lerp(night, 0.7));
  veins(builder, top, underside);
  return builder.build();
}
