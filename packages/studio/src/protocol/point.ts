/** x, y, z, m */
export type Point = readonly [number, number, number];
