/** A part of a picture, in its pixels from the upper left corner. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Parts of at most `edge` pixels each way, in rows from the top and from the left in each. */
export function tilesOf(width: number, height: number, edge: number): readonly (readonly Tile[])[] {
  const rows: Tile[][] = [];
  for (let y = 0; y < height; y += edge) {
    const row: Tile[] = [];
    for (let x = 0; x < width; x += edge)
      row.push({ x, y, width: Math.min(edge, width - x), height: Math.min(edge, height - y) });
    rows.push(row);
  }
  return rows;
}
