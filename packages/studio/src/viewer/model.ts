/** What the viewport draws. It knows nodes, triangles and arrows, and no physics. */
export type Triple = readonly [number, number, number];

export interface ShapeModel {
  readonly id: string;
  readonly firstNode: number;
  readonly nodeCount: number;
  /** points counted from the model's first: nodes, or vertices of a skin, which come after all nodes */
  readonly triangles: Int32Array;
  /** of a body without triangles; of one with a skin, the edges under it */
  readonly edges: Int32Array;
  /** of nodes that are balls, m; loose nodes without one are drawn as large as can be seen */
  readonly radius?: number;
  /** place in the palette, or a colour of its own */
  readonly colour: number | string;
}

export interface PlaneModel {
  readonly normal: Triple;
  readonly offset: number;
}

export interface Model {
  readonly shapes: readonly ShapeModel[];
  readonly planes: readonly PlaneModel[];
  readonly camera?: Triple | undefined;
  readonly target?: Triple | undefined;
}

/** Points of constraints: each a weighted mean of up to four nodes. */
export interface PointsModel {
  /** (4n), -1 where there are fewer */
  readonly nodes: Int32Array;
  /** (4n) */
  readonly weights: Float32Array;
  readonly glyphs: readonly GlyphKind[];
  /** points with equal numbers belong together and share one label */
  readonly owner: Uint32Array;
  /** and of these, those with equal numbers here meet in one place */
  readonly member: Uint32Array;
}

/** slide: on something that it may move along */
export type GlyphKind = 'nail' | 'join' | 'slide' | 'none';

export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
