/** Bodies that keep their volume: cell by cell, or as a whole. */
import { node } from '../../anchors/node.ts';
import type { Body } from '../../bodies/body.ts';
import { cellShape, restMetric } from '../../bodies/hex/cell-shape.ts';
import { boundaryQuads } from '../../meshes/hex-mesh.ts';
import { meshVolume, tetVolume as volumeOfTet } from '../../meshes/mesh.ts';
import { cellVolume, enclosedVolume, tetVolume } from '../../relations/volume/volume.ts';
import type { ConstraintSpec } from '../constraint.ts';

/** Surfaces with more nodes make formulas that take too long to compile. */
const mostPoints = 400;

/**
 * Every cell or tet keeps the volume that it has in the mesh, or the body as a whole does.
 * @example const kept = (cube: Body) => incompressible(cube, 'body');
 */
export function incompressible(body: Body, per: 'cell' | 'body' = 'cell'): ConstraintSpec {
  const { mesh } = body;
  if (!mesh || !(mesh.hexes || mesh.tets.length))
    throw new Error(`volume: body "${body.id}" has no tets and no cells, so it has no volume. Choose one that has.`);
  return per === 'cell' ? (mesh.hexes ? cells(body, mesh.hexes) : tets(body)) : whole(body);
}

function cells(body: Body, hexes: Int32Array): ConstraintSpec {
  const positions = (body.mesh as NonNullable<Body['mesh']>).positions;
  const each = Array.from({ length: hexes.length / 8 }, (_, h) => {
    const { corners, lengths } = cellShape(positions, hexes, h);
    const [g00, g11, g22, g01, g02, g12] = restMetric(corners, lengths);
    const det = g00 * (g11 * g22 - g12 * g12) - g01 * (g01 * g22 - g12 * g02) + g02 * (g01 * g12 - g11 * g02);
    return [...lengths.map((L) => 1 / L), det];
  });
  const members = each.map((_, h) => Array.from(hexes.subarray(8 * h, 8 * h + 8), (n) => node(body, n)));
  return { kind: 'volume', relation: cellVolume, parameters: each[0], each, members };
}

function tets(body: Body): ConstraintSpec {
  const { positions, tets: all } = body.mesh as NonNullable<Body['mesh']>;
  const each = Array.from({ length: all.length / 4 }, (_, t) => [volumeOfTet(positions, all, t)]);
  const members = each.map((_, t) => Array.from(all.subarray(4 * t, 4 * t + 4), (n) => node(body, n)));
  return { kind: 'volume', relation: tetVolume, parameters: each[0], each, members };
}

function whole(body: Body): ConstraintSpec {
  const mesh = body.mesh as NonNullable<Body['mesh']>;
  const quads = mesh.hexes ? boundaryQuads(mesh.hexes) : new Int32Array();
  const triangles = mesh.hexes ? new Int32Array() : mesh.triangles;
  const nodes = [...new Set([...quads, ...triangles])].sort((a, b) => a - b);
  if (nodes.length > mostPoints)
    throw new Error(
      `volume: the surface of body "${body.id}" has ${nodes.length} nodes; as a whole at most ${mostPoints} can be held. Use "per": "cell".`,
    );
  const place = new Map(nodes.map((n, i) => [n, i]));
  const numbered = (list: Int32Array): Int32Array => list.map((n) => place.get(n) as number);
  return {
    kind: 'volume',
    relation: enclosedVolume(nodes.length, numbered(triangles), numbered(quads)),
    parameters: [meshVolume(mesh)],
    members: [nodes.map((n) => node(body, n))],
  };
}
