/**
 * Draws the points of constraints: glyphs, rods, angles, force arrows and their labels; what the user holds or is about to
 * hold; and points that have names.
 */
import { Box2, type Object3D, Vector2, Vector3 } from 'three';
import { Arcs } from '../marks/arcs.ts';
import { type Arrow, type ArrowStyle, Arrows } from '../marks/arrows.ts';
import { type ContactArrow, contactArrows, thinnedPairs } from '../marks/contact-arrows.ts';
import { Eyes } from '../marks/eyes.ts';
import { forceLabels } from '../marks/force-labels.ts';
import { ForceScale } from '../marks/force-scale.ts';
import { type Glyph, Glyphs } from '../marks/glyphs.ts';
import { Guides } from '../marks/guides.ts';
import type { Label } from '../marks/labels.ts';
import { type Candidate, thinOut } from '../marks/thin-out.ts';
import type { NameTag, Triple } from '../model.ts';
import type { OrbitCamera } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';
import type { Points } from './points.ts';
import { fewRods, Rods } from './rods.ts';

export interface Hand {
  readonly node: number;
  readonly point: Triple;
  readonly force: Triple;
}

/** more points than this are a crowd */
const few = 150;
/** px */
const glyphSize = {
  nail: 15,
  join: 15,
  slide: 17,
  ring: 18,
  held: 15,
  anchor: 22,
  pin: 9,
  relation: 14,
  contact: 7,
};
/** px: with less room than this for each, signs are drawn smaller */
const roomy = 26;
/** px between the arrows of a crowd, and of a few */
const apart = { crowd: 44, few: 9 };

export class PointsView {
  readonly scale = new ForceScale();
  readonly objects: readonly Object3D[];
  hand: Hand | undefined;
  /** what the hand's label says, N, if that is not the force of the frame */
  handTold: number | undefined;
  showForces = true;
  /** under the pointer, or -1 */
  hoverNode = -1;
  hoverPoint = -1;
  /** two bodies that touch, or '' */
  hoverPair = '';
  /** forces between bodies, as they were drawn last */
  touching: readonly (ContactArrow & { readonly tip: Vector3 })[] = [];
  tags: readonly NameTag[] = [];
  readonly #rods = new Rods();
  readonly #arcs = new Arcs();
  readonly #eyes = new Eyes();
  readonly #guides = new Guides();
  readonly #arrows = new Arrows();
  readonly #glyphs = new Glyphs();
  /** of labels */
  #colours: Record<ArrowStyle, string> = { pull: '', push: '', hand: '' };
  /** points whose forces are drawn */
  #chosen = new Set<number>();
  /** pairs of bodies that touch whose forces are drawn */
  #chosenPairs = new Set<string>();

  constructor(private readonly points: Points) {
    this.objects = [
      ...this.#rods.objects,
      this.#arcs.object,
      this.#eyes.object,
      this.#guides.object,
      ...this.#arrows.objects,
      this.#glyphs.object,
    ];
  }
  paint(theme: Theme): void {
    this.#colours = { pull: theme.pull, push: theme.push, hand: theme.handLabel };
    this.#arrows.paint({ ...this.#colours, hand: theme.accent });
    for (const part of [this.#glyphs, this.#rods, this.#arcs, this.#eyes, this.#guides]) part.paint(theme);
  }
  set pixelRatio(ratio: number) {
    this.#glyphs.pixelRatio = ratio;
  }
  /** The points are others now. */
  reset(): void {
    this.#chosen = new Set();
    this.#chosenPairs = new Set();
    this.hoverPoint = -1;
    this.hoverPair = '';
    this.touching = [];
    this.#guides.set(this.points.model.guides);
  }
  dispose(): void {
    const parts = [this.#arrows, this.#glyphs, this.#rods, this.#arcs, this.#eyes, this.#guides];
    for (const part of parts) part.dispose();
  }

  /** The scale of the arrows, while there are any. */
  get legend(): { newtons: number; pixels: number }[] {
    return this.showForces || this.hand ? this.scale.legend() : [];
  }
  /** Returns what is to be written. */
  draw(view: OrbitCamera): Label[] {
    const { points, hand } = this;
    const arrows: (Arrow & { readonly index: number })[] = [];
    const chosen = this.#choose(view); // the colours of rods are on the same scale, arrows or not
    for (const index of this.showForces ? chosen : []) {
      const style = points.pulls(index) ? 'pull' : 'push';
      arrows.push({
        index,
        at: points.at(index),
        force: points.force(index),
        style: style,
        slight: points.crowd(index) > 4,
      });
    }
    if (hand) {
      const force = new Vector3(...hand.force);
      this.scale.see(force.length());
      arrows.push({ index: -1, at: points.node(hand.node), force, style: 'hand' });
    }
    const touching = contactArrows(points.contacts);
    for (const { force } of touching) this.scale.see(force.length());
    const toScreen = (at: Vector3) => view.toScreen(at);
    const thinned = this.showForces ? thinnedPairs(touching, this.#chosenPairs, toScreen, apart.crowd) : [];
    this.#chosenPairs = new Set(thinned.map(({ pair }) => pair));
    const shown = thinned.map((arrow) => ({ ...arrow, hovered: arrow.pair === this.hoverPair }));
    this.#drawGlyphs(view);
    this.#rods.update(points, this.scale, view, this.hoverPoint);
    this.#arcs.update(points, view);
    this.#eyes.update(points, view, this.hoverPoint);
    const tips = this.#arrows.update([...arrows, ...shown], this.scale, view);
    const drawn = arrows.map((arrow, k) => ({ ...arrow, tip: tips[k] })).filter(({ tip }) => tip !== undefined);
    this.touching = shown
      .map((arrow, k) => ({ ...arrow, tip: tips[arrows.length + k] }))
      .filter(({ tip }) => tip !== undefined);
    return [
      ...this.#nameLabels(view),
      ...forceLabels(drawn, points, this.scale, view, this.#colours, this.handTold, this.touching),
    ];
  }
  #nameLabels(view: OrbitCamera): Label[] {
    return this.tags.flatMap(({ name, place }): Label[] => {
      const p = view.toScreen(this.points.tagged(place));
      return p ? [{ key: `name ${name}`, text: name, x: p.x + 9, y: p.y - 11, side: 1, kind: 'name' }] : [];
    });
  }

  #drawGlyphs(view: OrbitCamera): void {
    const { points, hand } = this;
    const rods = points.model.rods.length / 2;
    const many = points.count > few;
    const shown = !many || points.bodyPixels(view) > 60;
    const usual = many ? 0.7 : crowding(points, view);
    const glyphs: Glyph[] = [];
    for (let i = 0; i < points.count; i++) {
      const sign = points.model.glyphs[i];
      const hovered = i === this.hoverPoint;
      if (
        sign === 'none' ||
        sign === 'eye' ||
        sign === 'threaded' ||
        !points.shows(i) ||
        (sign === 'pin' && rods > fewRods && !hovered)
      )
        continue;
      if (!(shown || hovered || sign === 'anchor')) continue;
      const size = glyphSize[sign] * (hovered ? 1.5 : usual);
      glyphs.push({ at: points.at(i), sign, size, active: points.isActive(i) });
    }
    for (const { place } of this.tags) {
      glyphs.push({ at: points.tagged(place), sign: 'held', size: 0.75 * glyphSize.held, active: true });
    }
    if (hand) glyphs.push({ at: points.node(hand.node), sign: 'held', size: glyphSize.held, active: true });
    else if (this.hoverNode >= 0) {
      glyphs.push({ at: points.node(this.hoverNode), sign: 'ring', size: glyphSize.ring, active: true });
    }
    this.#glyphs.hidden = many;
    this.#glyphs.update(glyphs);
  }

  /** Which forces to draw: all of a few, of a crowd some that stand apart. */
  #choose(view: OrbitCamera): Set<number> {
    const { points } = this;
    const candidates: Candidate[] = [];
    const isCrowdOfRods = points.model.rods.length > 2 * fewRods;
    for (let index = 0; index < points.count; index++) {
      if (!points.isActive(index) || points.model.nodes[4 * index] === this.hand?.node) continue;
      if (isCrowdOfRods && points.isEnd(index)) continue; // their colours tell
      const strength = points.force(index).length();
      if (!(strength > 0)) continue;
      this.scale.see(strength);
      const p = view.toScreen(points.at(index));
      if (p) candidates.push({ index, x: p.x, y: p.y, strength });
    }
    // both sides of a join stand in one place: of a few joins both are drawn
    const spacing = candidates.length > few ? apart.crowd : apart.few;
    this.#chosen =
      candidates.length > 24 ? thinOut(candidates, this.#chosen, spacing) : new Set(candidates.map((c) => c.index));
    return this.#chosen;
  }
}

/** 1 while the points have room on the screen, down to a half where their signs would hide what they are on. */
function crowding(points: Points, view: OrbitCamera): number {
  if (points.count <= 4) return 1;
  const box = new Box2();
  for (let i = 0; i < points.count; i++) {
    const p = view.toScreen(points.at(i));
    if (p) box.expandByPoint(p);
  }
  const size = box.getSize(new Vector2());
  const room = Math.sqrt(((size.x + 10) * (size.y + 10)) / points.count);
  return Math.min(1, Math.max(0.5, room / roomy));
}
