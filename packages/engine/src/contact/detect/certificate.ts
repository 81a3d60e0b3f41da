/**
 * The certificate: additive continuous detection along the step from q to p.                        [contact notes, sec. 2.4]
 *
 *   D  displacements of the corners of a pair, less their mean,   l = max |D_a| + max |D_b|,   t = 0
 *   loop:  dist at t;  dist < R - d/2: it fails at t;   t += (dist - (R - 3 d/4)) / l;   t >= 1: certified
 *
 * R: the radii of both, at least d. The end of a step may be as near as R - 3 d/4, and so may be the start of the next: a pair that
 * starts below R - d/2, as the two sides of a crease do, comes to half of its distance at most. A pair that fails gets a row with the weights and the direction of that moment. Rows at the start alone
 * let 257 of 2400 random pairs through, with the certificate none.
 */

import type { Collider } from '../collider/collider.ts';
import { closestOnCell } from './features/closest-on-cell.ts';
import { closestOnSegments } from './features/segments.ts';
import type { FeaturePair } from './near/candidates.ts';
import { completeFrame, type Row, rowTypes } from './row.ts';

const P = new Float64Array(12);
const D = new Float64Array(12);
const Q = new Float64Array(12);
const weights = new Float64Array(4);
const cell = Int32Array.of(0, -1, -1);
const part = new Float64Array(3);
const mostSteps = 2000;
/** Distances are rounded. */
const wider = 1 + 1e-12;
/** Of the thickness: pairs that are closer have no direction. */
const least = 1e-6;
let corners = 0;
let split = 0;

/** Where vertices are: a pose, or vertices that are placed. */
export interface Places {
  vertex(collider: Collider, v: number, out: Float64Array, at: number): void;
}

function gather({ a, b, edges, i, j }: FeaturePair, pose: Places, out: Float64Array): void {
  if (edges) {
    split = 2;
    corners = 4;
    for (let k = 0; k < 2; k++) {
      pose.vertex(a, a.allEdges[2 * i + k], out, 3 * k);
      pose.vertex(b, b.allEdges[2 * j + k], out, 6 + 3 * k);
    }
    return;
  }
  split = 1;
  pose.vertex(a, i, out, 0);
  corners = 1;
  for (let k = j; k < j + 3 && b.cells[k] >= 0; k++) pose.vertex(b, b.cells[k], out, 3 * corners++);
}
/** The distance of the pair at Q; weights of all corners, those of b negative. */
function distance(edges: boolean): number {
  if (edges) {
    const squared = closestOnSegments(Q, 0, 3, Q, 6, 9, part);
    weights[0] = 1 - part[0];
    weights[1] = part[0];
    weights[2] = part[1] - 1;
    weights[3] = -part[1];
    return Math.sqrt(squared);
  }
  weights[0] = 1;
  cell[0] = 1;
  cell[1] = corners > 2 ? 2 : -1;
  cell[2] = corners > 3 ? 3 : -1;
  closestOnCell(Q, cell, 0, Q[0], Q[1], Q[2], part);
  let squared = 0;
  for (let k = 1; k < corners; k++) weights[k] = -part[k - 1];
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let k = 0; k < corners; k++) sum += weights[k] * Q[3 * k + axis];
    squared += sum * sum;
  }
  return Math.sqrt(squared);
}

/** The first step of the loop with the motion of whole bodies in place of l: the pair is certified, as most are where bodies are at rest. */
export function isFarEnough(
  apart: number, // m, at the start of the step
  R: number, //     radii of both
  moved: number,
  thickness: number,
): boolean {
  return apart >= R - 0.5 * thickness && apart - (R - 0.75 * thickness) >= moved;
}

/** m: pairs that are as far apart are far enough for bodies that move by `range` at most relative to each other. */
export function sureDistance(
  R: number, // radii of both
  range: number,
  thickness: number,
): number {
  return (1 + 1e-9) * Math.max(R - 0.5 * thickness, R - 0.75 * thickness + range);
}

/** When the pair fails on its way from `start` to `end`, 0 to 1; 2 where it is certified. */
export function failureTime(
  pair: FeaturePair,
  start: Places,
  end: Places,
  thickness: number,
  /** how far apart it is at the start, m, where that is known */
  apart = 0,
): number {
  gather(pair, start, P);
  gather(pair, end, D);
  const R = pair.a.core.radius + pair.b.core.radius;
  let meanX = 0;
  let meanY = 0;
  let meanZ = 0;
  for (let k = 0; k < corners; k++) {
    for (let axis = 0; axis < 3; axis++) D[3 * k + axis] -= P[3 * k + axis];
    meanX += D[3 * k] / corners;
    meanY += D[3 * k + 1] / corners;
    meanZ += D[3 * k + 2] / corners;
  }
  let la = 0;
  let lb = 0;
  for (let k = 0; k < corners; k++) {
    const x = D[3 * k] - meanX;
    const y = D[3 * k + 1] - meanY;
    const z = D[3 * k + 2] - meanZ;
    const size = Math.sqrt(x * x + y * y + z * z);
    if (k < split) la = Math.max(la, size);
    else lb = Math.max(lb, size);
  }
  const l = la + lb;
  if (l === 0) return 2;
  let t = 0;
  let fails = R - 0.5 * thickness;
  let safe = R - 0.75 * thickness;
  if (apart >= fails && apart - safe >= wider * l) return 2;
  for (let step = 0; step < mostSteps; step++) {
    for (let k = 0; k < 3 * corners; k++) Q[k] = P[k] + t * D[k];
    const dist = distance(pair.edges);
    if (step === 0 && dist < fails) {
      // nothing tells on which side it should be
      if (dist < least * thickness) return 2;
      fails = 0.75 * dist;
      safe = 0.5 * dist;
    }
    if (dist < fails) return t;
    t += (dist - safe) / l;
    if (t >= 1) return 2;
  }
  return t;
}

/** The row of a pair that fails at t, between the poses of the last `failureTime`. */
export function rowAtFailure(pair: FeaturePair, t: number, start: Places, end: Places, row: Row): boolean {
  gather(pair, start, P);
  gather(pair, end, D);
  for (let k = 0; k < 3 * corners; k++) Q[k] = P[k] + t * (D[k] - P[k]);
  const dist = distance(pair.edges);
  if (!(dist > 0)) return false;
  const { a, b, edges, i, j } = pair;
  const R = a.core.radius + b.core.radius;
  let startGap = -R;
  for (let axis = 0; axis < 3; axis++) {
    let [sum, before, place] = [0, 0, 0];
    for (let k = 0; k < corners; k++) {
      sum += weights[k] * Q[3 * k + axis];
      before += weights[k] * P[3 * k + axis];
      if (k >= split) place -= weights[k] * P[3 * k + axis];
    }
    row.frame[axis] = sum / dist;
    row.point[axis] = place + 0.5 * before;
    startGap += (sum / dist) * before;
  }
  completeFrame(row.frame);
  if (edges) {
    row.a.set(a, a.allEdges[2 * i], weights[0], a.allEdges[2 * i + 1], weights[1]);
    row.b.set(b, b.allEdges[2 * j], -weights[2], b.allEdges[2 * j + 1], -weights[3]);
  } else {
    row.a.set(a, i);
    const vertex = (k: number): number => (k < corners ? b.cells[j + k - 1] : -1);
    row.b.set(
      b,
      vertex(1),
      -weights[1],
      vertex(2),
      corners > 2 ? -weights[2] : 0,
      vertex(3),
      corners > 3 ? -weights[3] : 0,
    );
  }
  row.type = rowTypes.linear;
  row.flipped = false;
  row.radius = R;
  row.gap = startGap;
  return true;
}
