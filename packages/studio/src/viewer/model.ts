/** What the viewport draws. It knows nodes, triangles and arrows, and no physics. */
export type Triple = readonly [number, number, number];

export interface ShapeModel {
  readonly id: string;
  readonly firstNode: number;
  readonly nodeCount: number;
  /** points counted from the model's first: nodes, or vertices of a skin, which come after all nodes, as do points of rods */
  readonly triangles: Int32Array;
  /** of a body without triangles; of one with a skin, the edges under it */
  readonly edges: Int32Array;
  /** points along a rod, one after another; its nodes are control points and are not drawn */
  readonly curve?: Int32Array;
  /** of the rod, or of nodes that are balls, m; loose nodes without one are drawn as large as can be seen */
  readonly radius?: number;
  /** of a rod that shows its twist: the angle of its first point in `Picture.twists`, those of the others follow */
  readonly twist?: number;
  /** of a rod, the pulleys that it lies on */
  readonly wheels?: readonly Wheel[];
  /** of a rigid body that turns: x y z of its nodes from its centre of mass, in its principal axes (3 each); bodies of one shape share them */
  readonly own?: Float64Array;
  /** place in the palette, or a colour of its own */
  readonly colour: number | string;
}

/** A wheel that a rod lies on. */
export interface Wheel {
  /** points counted from the model's first: its centre, and one of its rim, which turns with it */
  readonly centre: number;
  readonly rim: number;
  readonly axis: Triple;
  /** at which the axis of the rod lies, m */
  readonly radius: number;
}

export interface PlaneModel {
  readonly normal: Triple;
  readonly offset: number;
}

export interface Model {
  readonly shapes: readonly ShapeModel[];
  readonly planes: readonly PlaneModel[];
  readonly camera?: Triple | undefined;
  /** a unit vector, y if not given */
  readonly up?: Triple | undefined;
  readonly target?: Triple | undefined;
}

/** All that moves. */
export interface Picture {
  /** x y z of all points; empty: they stay as they are shown */
  readonly positions: Float32Array;
  /** along rods, rad */
  readonly twists: Float32Array;
  /** x y z of places in the world */
  readonly places: Float32Array;
  /** of what slides: x y z, and the unit vector along its rod (6 each) */
  readonly slides: Float32Array;
  /** at points of constraints, N (3 each) */
  readonly forces: Float32Array;
  readonly active: Uint8Array;
  /** pairs of bodies that push each other: their names, and how many places push */
  readonly contacts: readonly { readonly name: string; readonly places: number }[];
  /** of all of them, pair after pair: x y z, and the force on the first body, N (6 each) */
  readonly contactPlaces: Float32Array;
}

/** Points of constraints: each a weighted mean of up to four nodes, a place in the world, or where something slides. */
export interface Points {
  /** points with equal numbers belong together and share one label     (n) */
  readonly owner: Uint32Array;
  /** and of these, those with equal numbers here meet in one place, unless a rod is between them  (n) */
  readonly member: Uint32Array;
  /** nodes behind each point                         (4n), -1 where there are fewer */
  readonly nodes: Int32Array;
  /** (4n) */
  readonly weights: Float32Array;
  /** index of its place in the world                 (n), -1 on bodies */
  readonly place: Int32Array;
  /** index of where it is, of those that slide       (n), -1 elsewhere */
  readonly slide: Int32Array;
  /** of a point that a rod slides through: where on the rod, among those that slide  (n), -1 elsewhere */
  readonly axis: Int32Array;
  /** a node of the rod that each slides along        (slides) */
  readonly slideNodes: Int32Array;
  /** curves of the world that points slide along: x y z of points along each */
  readonly guides: readonly Float32Array[];
  /** rods and ropes, from point to point             (2 each) */
  readonly rods: Uint32Array;
  /** angles: an end, the vertex, the other end       (3 each) */
  readonly arcs: Uint32Array;
}
export interface PointsModel extends Points {
  readonly glyphs: readonly GlyphKind[];
}

/**
 * slide: on something that it may move along; anchor: a place in the world; pin: the end of a rod; relation: any other;
 * contact: shown only while it pushes; eye: a ring that a rod slides through; threaded: the point of the rod that is in it
 */
export type GlyphKind =
  | 'nail'
  | 'join'
  | 'slide'
  | 'anchor'
  | 'pin'
  | 'relation'
  | 'contact'
  | 'eye'
  | 'threaded'
  | 'none';

/** A point with a name, that the user has chosen. */
export interface NameTag {
  readonly name: string;
  readonly place: { readonly nodes: readonly number[]; readonly weights: readonly number[] } | { readonly at: Triple };
}

export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Of a scene of which nothing but positions is known yet. */
export const nothingElse: Omit<Picture, 'positions' | 'twists'> = {
  places: new Float32Array(),
  slides: new Float32Array(),
  forces: new Float32Array(),
  active: new Uint8Array(),
  contacts: [],
  contactPlaces: new Float32Array(),
};
