/**
 * What the arrows say: each its force; where many belong together their sum, in their middle. Of many joins, whose forces
 * cancel, nothing. The hand's comes first.
 */
import { Vector3 } from 'three';
import { quantity } from '../../base/format.ts';
import type { Points } from '../bodies/points.ts';
import type { GlyphKind } from '../model.ts';
import type { OrbitCamera } from '../stage/camera.ts';
import type { Arrow, ArrowStyle } from './arrows.ts';
import type { ContactArrow } from './contact-arrows.ts';
import type { ForceScale } from './force-scale.ts';
import type { Label } from './labels.ts';

const most = 7;
/** points of one constraint that are labelled one by one, and bodies that have a sum each */
const few = 8;

/** An arrow on the screen. */
export interface Drawn extends Arrow {
  /** of its point, or -1 for the hand */
  readonly index: number;
  readonly tip: Vector3;
}
interface Said {
  readonly key: string;
  readonly newtons: number;
  readonly at: Vector3;
  readonly tip: Vector3;
  readonly style: ArrowStyle;
  readonly sum: boolean;
}

export function forceLabels(
  drawn: readonly Drawn[],
  points: Points,
  scale: ForceScale,
  view: OrbitCamera,
  colours: Record<ArrowStyle, string>,
  hand: number | undefined, // what the hand pulls with, N, if that is not its arrow's
  touching: readonly (ContactArrow & { readonly tip: Vector3 })[],
): Label[] {
  const said = [...singles(drawn, points, hand), ...sums(drawn, points), ...ofPairs(touching, points)];
  return said
    .filter((s) => s.style === 'hand' || scale.length(s.newtons) > 0)
    .sort((a, b) => (a.style === 'hand' ? -1 : b.style === 'hand' ? 1 : b.newtons - a.newtons))
    .slice(0, most)
    .flatMap((s): Label[] => {
      const tip = view.toScreen(s.tip);
      const foot = view.toScreen(s.at);
      if (!tip || !foot) return [];
      const along = tip.clone().sub(foot);
      if (along.length() < 1) along.set(0, -1);
      along.normalize();
      const side = !s.sum && along.x < -0.35 ? -1 : 1;
      return [
        {
          key: s.key,
          text: `${s.sum ? 'Σ ' : ''}${quantity(s.newtons, 'N')}`,
          x: tip.x + 10 * side,
          y: tip.y + 8 * along.y,
          side,
          kind: s.style === 'hand' ? 'hand' : 'force',
          colour: colours[s.style],
        },
      ];
    });
}

/** Of two bodies that touch: the force of one place at its arrow, the sum of several in their middle, where heads of other pairs are not. */
function ofPairs(touching: readonly (ContactArrow & { readonly tip: Vector3 })[], points: Points): Said[] {
  const pairs = new Map<string, (ContactArrow & { readonly tip: Vector3 })[]>();
  for (const one of touching) pairs.set(one.pair, [...(pairs.get(one.pair) ?? []), one]);
  return [...pairs].map(([key, list]) => {
    const [{ sum, tip, style, part }] = list;
    const at = new Vector3();
    for (const one of list) at.addScaledVector(one.at, 1 / list.length);
    const newtons = points.toldPair(key, sum);
    return { key: `contact ${key}`, newtons, at, tip: part ? at : tip, style, sum: part };
  });
}

const paired: readonly GlyphKind[] = ['join', 'eye', 'threaded'];

const isSingle = ({ index }: Drawn, points: Points): boolean => {
  if (index < 0) return true;
  const crowd = points.crowd(index);
  return crowd === 1 || (points.model.glyphs[index] !== 'none' && crowd <= few);
};

function singles(drawn: readonly Drawn[], points: Points, hand: number | undefined): Said[] {
  const kept: Drawn[] = [];
  for (const one of drawn) {
    if (!isSingle(one, points)) continue;
    // both sides of a join, or of an eye, have the same force: one of them says it
    const isPair = one.index >= 0 && paired.includes(points.model.glyphs[one.index]);
    if (isPair && kept.some((k) => k.index >= 0 && points.areOne(k.index, one.index))) continue;
    kept.push(one);
  }
  return kept.map(({ index, force, at, tip, style }) => ({
    key: `point ${index}`,
    newtons: index >= 0 ? points.told(index).length() : (hand ?? force.length()),
    at,
    tip,
    style: style,
    sum: false,
  }));
}

/** Of a constraint on many points; of a few bodies each has its own. */
function sums(drawn: readonly Drawn[], points: Points): Said[] {
  const { owner, glyphs } = points.model;
  const keyOf = (i: number): string => `${owner[i]} ${points.shapes.length <= few ? points.shapeAt(i) : ''}`;
  const together = new Map<string, Drawn[]>();
  for (const one of drawn) {
    if (isSingle(one, points) || glyphs[one.index] === 'join') continue;
    const key = keyOf(one.index);
    together.set(key, [...(together.get(key) ?? []), one]);
  }
  if (together.size === 0) return [];
  // over all points, drawn or not
  const totals = new Map<string, Vector3>();
  for (let i = 0; i < points.count; i++) {
    const key = keyOf(i);
    if (!points.isActive(i) || !together.has(key)) continue;
    totals.set(key, (totals.get(key) ?? new Vector3()).add(points.told(i)));
  }
  return [...together].map(([key, list]) => {
    const tip = new Vector3();
    for (const one of list) tip.addScaledVector(one.tip, 1 / list.length);
    const newtons = totals.get(key)?.length() ?? 0;
    return { key: `sum ${key}`, newtons, at: list[0].at, tip, style: list[0].style, sum: true };
  });
}
