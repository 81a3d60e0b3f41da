/**
 * What page and worker say to each other. The worker owns the world; the page sends wishes and gets frames: positions as
 * Float32 (the door to the GPU), numbers as they were computed.
 */
import type { Glyph } from '@pliant/engine';
import type { Spy } from '@pliant/io';
import type { Points, Wheel } from '../viewer/model.ts';
import type { EquationAnswer, EquationInfo, EquationWish } from './equations.ts';
import type { FieldWish, KindAnswer } from './fields.ts';
import type { Point } from './point.ts';

export type { Point } from './point.ts';

export interface BodyInfo {
  readonly id: string;
  readonly kind: string;
  /** of all nodes of the scene, in the order of the bodies */
  readonly firstNode: number;
  readonly nodeCount: number;
  /** 3 nodes each, counted from the scene's first; empty for ropes and loose points */
  readonly triangles: Int32Array;
  /** 2 nodes each, where there are no triangles */
  readonly edges: Int32Array;
  /** of a rod: points along it, one after another; its nodes are control points and are not seen */
  readonly curve?: Int32Array;
  /** of the rod, or of the balls that the nodes are, m */
  readonly radius?: number;
  /** of a rod that knows its twist: the angle of its first point, among those of a frame */
  readonly twist?: number;
  /** of a rod, the pulleys that it lies on */
  readonly wheels?: readonly Wheel[];
  /** of a rigid body that turns: x y z of its nodes from its centre of mass, in its principal axes (3 each); bodies of one shape share them */
  readonly own?: Float64Array;
  /** bodies with the same number come from one definition */
  readonly family: number;
  readonly colour?: string;
}

export interface PlaneInfo {
  readonly id: string;
  readonly normal: Point;
  readonly offset: number;
}

export interface EventMark {
  readonly at: number;
  readonly text: string;
}

export interface ProbeInfo {
  readonly id: string;
  readonly unit: string;
  readonly components: readonly string[];
}

/** All that does not change while a scene runs. */
export interface SceneInfo {
  readonly name: string;
  readonly description: string;
  readonly file: string;
  /** s */
  readonly step: number;
  readonly duration: number;
  readonly bodies: readonly BodyInfo[];
  readonly planes: readonly PlaneInfo[];
  readonly events: readonly EventMark[];
  readonly tets: number;
  readonly hexes: number;
  /** bodies are solved with their constraints, in a matrix that can be looked at */
  readonly hasMatrix: boolean;
  readonly probes: readonly ProbeInfo[];
  /** the first line of a table of them over time */
  readonly csvHeader: string;
  readonly view?: { readonly camera?: Point; readonly target?: Point };
  /** against gravity, where that is not along y */
  readonly up?: Point;
}

export interface ConstraintInfo {
  readonly id: string;
  readonly kind: string;
  /** how it is drawn, as its kind says; not there for kinds that scenes do not have */
  readonly glyph?: Glyph;
  readonly method: string;
  readonly members: number;
  /** of its residual: m, rad ... */
  readonly unit: string;
  /** it exerts moments, N m, and no forces: it holds a rod's direction or twist */
  readonly turns: boolean;
  /** all its points are on bodies, so that its forces cancel */
  readonly between: boolean;
  /** it holds points at places in the world, which may be moved to where the points are */
  readonly canMoveHere: boolean;
}

/** The points of constraints: those on bodies, and those in the world that bodies are held away from. */
export interface Holds extends Points {
  /** by `owner` */
  readonly constraints: readonly ConstraintInfo[];
  /** which of the member's points it is              (n) */
  readonly role: Uint8Array;
  /** points left out because there are too many to show */
  readonly omitted: number;
}

/** Two bodies that push each other. */
export interface ContactInfo {
  /** "cube/floor" */
  readonly name: string;
  /** how many places push */
  readonly places: number;
  /** the size of the sum, N */
  readonly force: number;
  /** the least, m */
  readonly gap: number;
  /** friction holds it; else it slips */
  readonly sticks: boolean;
}

/** What is measured between frames. */
export interface Numbers {
  readonly time: number;
  /** of constraints that hold exactly, m; undefined if there are none */
  readonly exact: { readonly max: number; readonly worst: string; readonly bound: number } | undefined;
  /** of those that are met approximately, and how far bodies in contact sink into each other, m; contact: there are only contacts and one-sided constraints */
  readonly soft: { readonly max: number; readonly worst: string; readonly contact: boolean } | undefined;
  /** of exact constraints that are not in metres, the largest of each unit */
  readonly others: readonly { readonly unit: string; readonly max: number; readonly worst: string }[];
  /** components of all probes, one after another */
  readonly probes: readonly number[];
  /** J */
  readonly kinetic: number;
  readonly potential: number;
}

export interface Pace {
  /** computing, per step */
  readonly msPerStep: number;
  /** simulated seconds per second of the clock on the wall, lately */
  readonly speed: number;
  /** what was asked for */
  readonly wanted: number;
  /** that share the work of a step at present */
  readonly threads: number;
}

export interface HandInfo {
  readonly body: string;
  /** counted from the scene's first */
  readonly node: number;
  readonly point: Point;
  /** on the body, N */
  readonly force: Point;
}

/** on: its points are led back to where it holds them; here: it holds them where they are */
export type Switch = 'off' | 'on' | 'here';

export interface Frame {
  readonly type: 'frame';
  readonly step: number;
  readonly time: number;
  readonly playing: boolean;
  /** s: where the run pauses by itself */
  readonly end: number;
  /** of all nodes (3 each) */
  readonly positions: Float32Array;
  /** of the places in the world that `Holds` names (3 each) */
  readonly places: Float32Array;
  /** of what slides, as `Holds` names it: x y z, and the unit vector along the rod (6 each) */
  readonly slides: Float32Array;
  /** angles along rods that know their twist, rad */
  readonly twists: Float32Array;
  /** at each point of `Holds`, on the body, N (3 each) */
  readonly forces: Float32Array;
  /** at each point of `Holds` */
  readonly active: Uint8Array;
  /** of each constraint, over all its points: |sum| and largest force, N, or moment, N m; how many act; residual (4 each) */
  readonly totals: Float32Array;
  readonly contacts: readonly ContactInfo[];
  /** of these, one after another: x y z, and the force on the first body, N (6 each) */
  readonly contactPlaces: Float32Array;
  /** measured since the last frame; the last of them at the moment of `forces`, `active`, `totals` and `contacts` */
  readonly numbers: readonly Numbers[];
  readonly pace: Pace;
  readonly hand?: HandInfo;
}

export interface Notice {
  readonly tone: 'info' | 'error';
  readonly title: string;
  readonly lines: readonly { readonly path: string; readonly text: string }[];
  /** until it is closed; a hint goes by itself */
  readonly stays?: true;
}

/** A scene as it was found. */
export interface SceneSource {
  readonly text: string;
  /** what it is called */
  readonly file: string;
  /** where files that it names are asked for: an address that ends with a slash */
  readonly folder?: string;
  /** such files, where they came along with it */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** it came with the page: nothing in it is by mistake */
  readonly isExample?: true;
}

export type ToWorker =
  /** state: where a run that was lost goes on */
  | { readonly type: 'load'; readonly source: SceneSource; readonly play: boolean; readonly state?: Uint8Array }
  | { readonly type: 'play' | 'pause' | 'reset' | 'drop' | 'shown' | 'ping' }
  | { readonly type: 'step'; readonly count: number }
  | { readonly type: 'speed'; readonly factor: number }
  | { readonly type: 'grab'; readonly node: number; readonly to: Point }
  | { readonly type: 'move'; readonly to: Point }
  | { readonly type: 'switch'; readonly constraint: string; readonly to: Switch }
  | ({ readonly type: 'ask'; readonly request: number } & (EquationWish | FieldWish))
  | { readonly type: 'ask'; readonly request: number; readonly what: 'fields'; readonly constraint: string }
  | { readonly type: 'ask'; readonly request: number; readonly what: 'hash' }
  /** the largest stable step at rest, s: it takes longer to find than a scene to open */
  | { readonly type: 'ask'; readonly request: number; readonly what: 'stable-step' }
  | { readonly type: 'ask'; readonly request: number; readonly what: 'matrix' }
  | { readonly type: 'ask'; readonly request: number; readonly what: 'run-to'; readonly step: number };

/** Undefined before the first step. */
export interface MatrixAnswer {
  readonly matrix: Spy | undefined;
}
export type Answer = string | number | EquationAnswer | KindAnswer | MatrixAnswer;

/** `run`: counted up with every scene that is opened and every restart, so that nothing of a run that is over is taken for news. */
export type FromWorker = { readonly run: number } & (
  | Frame
  /** start: where it is, so that the page makes its model while the first step is made; not there if a coordinate is no number */
  | { readonly type: 'scene'; readonly scene: SceneInfo; readonly start?: Pick<Frame, 'positions' | 'twists'> }
  /** a run begins: at its start, or where a saved one goes on */
  | { readonly type: 'begin' }
  | { readonly type: 'holds'; readonly holds: Holds }
  /** text: the scene with what was typed, if anything was */
  | { readonly type: 'equations'; readonly equations: readonly EquationInfo[]; readonly text?: string }
  | { readonly type: 'notice'; readonly notice: Notice }
  /** the run as bytes, from which it can go on */
  | { readonly type: 'state'; readonly state: Uint8Array; readonly time: number }
  /** the scene could not be opened; the one before is still there */
  | { readonly type: 'refused'; readonly notice: Notice }
  | { readonly type: 'pong' }
  /** all that makes the next scene open sooner is done */
  | { readonly type: 'rehearsed' }
  | { readonly type: 'answer'; readonly request: number; readonly value?: Answer; readonly error?: string }
);
