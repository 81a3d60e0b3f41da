/**
 * A camera on a sphere around a target. Turning and moving are immediate; zooming and framing ease in 120 ms. The free part
 * of the window, beside the panels, is what it centres on.
 */
import { type Box3, MathUtils, PerspectiveCamera, Vector2, Vector3 } from 'three';
import type { Insets } from '../model.ts';

const fieldOfView = 32;
/** so that nothing touches the edge of the picture */
const margin = 1.05;
/** s, for two thirds of the way */
const ease = 0.05;
/** who wants no motion gets none: the camera is there at once; in Node there is nobody to ask */
const calm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
const vertical = [0, 1, 0] as const;
const lowest = MathUtils.degToRad(-25);
const highest = MathUtils.degToRad(88);

interface Pose {
  target: Vector3;
  distance: number;
  /** around y, from +z */
  azimuth: number;
  elevation: number;
}

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(fieldOfView, 1, 0.01, 1000);
  #pose: Pose = { target: new Vector3(), distance: 5, azimuth: 0.6, elevation: 0.3 };
  #goal: Pose = { target: new Vector3(), distance: 5, azimuth: 0.6, elevation: 0.3 };
  #width = 1;
  #height = 1;
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

  /** What is up in the picture: where gravity is tilted, a floor is seen as the slope that it is. Turning goes around y all the same. */
  set up(up: readonly [number, number, number] | undefined) {
    this.camera.up.fromArray(up ?? vertical);
  }
  resize(width: number, height: number, insets: Insets): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    this.#insets = insets;
    this.camera.aspect = this.#width / this.#height;
    // shift the picture so that the target stands in the middle of what is free
    const x = (insets.right - insets.left) / 2;
    const y = (insets.bottom - insets.top) / 2;
    this.camera.setViewOffset(this.#width, this.#height, x, y, this.#width, this.#height);
    this.#apply();
  }
  get distance(): number {
    return this.#pose.distance;
  }
  get target(): Vector3 {
    return this.#pose.target;
  }

  orbit(dx: number, dy: number): void {
    const perPixel = Math.PI / Math.max(400, this.#height);
    this.#goal.azimuth -= dx * perPixel;
    this.#goal.elevation = MathUtils.clamp(this.#goal.elevation + dy * perPixel, lowest, highest);
    this.#pose.azimuth = this.#goal.azimuth;
    this.#pose.elevation = this.#goal.elevation;
  }
  pan(dx: number, dy: number): void {
    const perPixel = this.metresPerPixel(this.#goal.target);
    const right = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    const shift = right.multiplyScalar(-dx * perPixel).addScaledVector(up, dy * perPixel);
    this.#goal.target.add(shift);
    this.#pose.target.add(shift);
  }
  /** By a factor, towards what is under the pointer (in normalised device coordinates). */
  zoom(factor: number, pointer: Vector2): void {
    const distance = MathUtils.clamp(this.#goal.distance * factor, 1e-3, 1e4);
    const real = distance / this.#goal.distance;
    const under = this.onScreenPlane(pointer, this.#goal.target);
    this.#goal.distance = distance;
    this.#goal.target.lerp(under, 1 - real);
  }

  /** All of a box in the free part of the window, from a direction or from where it looks now. */
  frame(box: Box3, direction?: { readonly azimuth: number; readonly elevation: number }, at?: 'once'): void {
    if (box.isEmpty()) return;
    if (direction) Object.assign(this.#goal, direction);
    const centre = box.getCenter(new Vector3());
    const distance = this.#distanceFor(box, centre);
    this.#goal.target.copy(centre);
    this.#goal.distance = Math.max(margin * distance, 1e-3);
    if (at === 'once') this.#jump();
  }
  /** From which distance all of a box is seen around a target. */
  #distanceFor(box: Box3, target: Vector3): number {
    const { azimuth, elevation } = this.#goal;
    const back = directionOf(azimuth, elevation);
    const right = this.camera.up.clone().cross(back).normalize();
    const up = back.clone().cross(right);
    const width = Math.max(80, this.#width - this.#insets.left - this.#insets.right);
    const height = Math.max(80, this.#height - this.#insets.top - this.#insets.bottom);
    const tangent = Math.tan(MathUtils.degToRad(fieldOfView / 2));
    const [tanX, tanY] = [(tangent * width) / this.#height, (tangent * height) / this.#height];
    let distance = 0;
    for (const corner of cornersOf(box)) {
      const d = corner.sub(target);
      const depth = d.dot(back);
      distance = Math.max(distance, depth + Math.abs(d.dot(right)) / tanX, depth + Math.abs(d.dot(up)) / tanY);
    }
    return distance;
  }
  /** As given; with a box, from as far away as it takes to see all of it in whatever window there is. */
  look(from: Vector3, at: Vector3, all?: Box3): void {
    const back = from.clone().sub(at);
    this.#goal.distance = Math.max(back.length(), 1e-3);
    this.#goal.azimuth = Math.atan2(back.x, back.z);
    this.#goal.elevation = Math.asin(MathUtils.clamp(back.y / this.#goal.distance, -1, 1));
    this.#goal.target.copy(at);
    if (all) this.#goal.distance = Math.max(this.#goal.distance, margin * this.#distanceFor(all, at));
    this.#jump();
  }
  #jump(): void {
    this.#pose = { ...this.#goal, target: this.#goal.target.clone() };
    this.#apply();
  }

  /** Ease on; true while it moves. */
  update(seconds: number): boolean {
    const part = calm?.matches ? 1 : 1 - Math.exp(-seconds / ease);
    const { target, distance, azimuth, elevation } = this.#goal;
    const far = this.#pose.target.distanceTo(target) / distance + Math.abs(Math.log(this.#pose.distance / distance));
    const turn = Math.abs(this.#pose.azimuth - azimuth) + Math.abs(this.#pose.elevation - elevation);
    const moving = far + turn > 1e-4;
    this.#pose.target.lerp(target, moving ? part : 1);
    this.#pose.distance = moving ? this.#pose.distance * (distance / this.#pose.distance) ** part : distance;
    this.#pose.azimuth += (azimuth - this.#pose.azimuth) * (moving ? part : 1);
    this.#pose.elevation += (elevation - this.#pose.elevation) * (moving ? part : 1);
    this.#apply();
    return moving;
  }
  #apply(): void {
    const { target, distance, azimuth, elevation } = this.#pose;
    this.camera.position.copy(directionOf(azimuth, elevation)).multiplyScalar(distance).add(target);
    this.camera.lookAt(target);
    this.camera.near = distance / 50;
    this.camera.far = distance * 60;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** How much of the world a pixel covers at a point. */
  metresPerPixel(point: Vector3): number {
    const forward = this.camera.getWorldDirection(new Vector3());
    const depth = Math.max(point.clone().sub(this.camera.position).dot(forward), this.camera.near);
    return (2 * depth * Math.tan(MathUtils.degToRad(fieldOfView / 2))) / this.#height;
  }
  /** The point under the pointer, on the plane through `through` that faces the camera. */
  onScreenPlane(pointer: Vector2, through: Vector3): Vector3 {
    const forward = this.camera.getWorldDirection(new Vector3());
    const ray = new Vector3(pointer.x, pointer.y, 0.5).unproject(this.camera).sub(this.camera.position).normalize();
    const depth = through.clone().sub(this.camera.position).dot(forward);
    return ray.multiplyScalar(depth / Math.max(ray.dot(forward), 1e-6)).add(this.camera.position);
  }
  /** Pixels from the upper left corner; undefined behind the camera. */
  toScreen(point: Vector3): Vector2 | undefined {
    const p = point.clone().project(this.camera);
    if (p.z > 1 || p.z < -1) return undefined;
    return new Vector2(((p.x + 1) / 2) * this.#width, ((1 - p.y) / 2) * this.#height);
  }
}

const directionOf = (azimuth: number, elevation: number): Vector3 =>
  new Vector3(Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation), Math.cos(azimuth) * Math.cos(elevation));

const cornersOf = ({ min, max }: Box3): Vector3[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z));
