/** The corners of a hexahedral cell, numbered as in VTK, and the cell as six tets. */

/** Corners as points of the unit cube: 3 per corner. */
export const hexCorners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1] as const;

/** A tet for each way of walking from corner 0 to corner 6 along three edges: 4 corners each, positive. */
export const hexTets = [0, 1, 2, 6, 0, 3, 7, 6, 0, 4, 5, 6, 0, 3, 6, 2, 0, 1, 6, 5, 0, 4, 6, 7] as const;
