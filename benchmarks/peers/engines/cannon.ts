/** cannon-es: springs push with explicit forces, pins are point-to-point constraints of its iterative solver. */
import * as CANNON from 'cannon-es';
import { frameSeconds, isAnchor, type Peer, placeWidth, type Setting, type Vec3 } from '../scene.ts';
import { versionOf } from '../version.ts';

/** Where nothing collides; its broad phase would look at all pairs of bodies. */
class NoCollisions extends CANNON.Broadphase {
  override collisionPairs(): void {}
}
const vector = ([x, y, z]: Vec3): CANNON.Vec3 => new CANNON.Vec3(x, y, z);
const defaults = { substeps: 1, iterations: 10 };

export const cannon: Peer = {
  name: 'cannon-es',
  version: versionOf('cannon-es'),
  means: { soft: 'particles, springs, point-to-point constraints', rigid: 'point-to-point constraints' },
  best: {
    cubes: { substeps: 6, iterations: 10 },
    chain: { substeps: 8, iterations: 200 },
    bridge: { substeps: 16, iterations: 50 },
    stack: { substeps: 8, iterations: 200 },
    beam: { substeps: 24, iterations: 10 },
  },
  async build({ gravity, bodies, pins, springs, drag, friction }, setting: Setting) {
    const { substeps, iterations } = { ...defaults, ...setting };
    const broadphase = friction === undefined ? new NoCollisions() : new CANNON.NaiveBroadphase();
    const world = new CANNON.World({ gravity: vector(gravity), broadphase, allowSleep: false });
    if (friction !== undefined) world.defaultContactMaterial.friction = friction;
    const solver = new CANNON.GSSolver();
    solver.iterations = iterations;
    if (setting.iterations !== undefined) solver.tolerance = 0;
    world.solver = solver;
    const h = frameSeconds / substeps;
    const made = bodies.map(({ mass, position, rotation = [0, 0, 0, 1], size, fixed }) => {
      const body = new CANNON.Body({
        mass: fixed ? 0 : mass,
        shape: size ? new CANNON.Box(vector([size[0] / 2, size[1] / 2, size[2] / 2])) : new CANNON.Particle(),
        position: vector(position),
        quaternion: new CANNON.Quaternion(...rotation),
        fixedRotation: !size,
        // its damping is what is lost in a second
        linearDamping: 1 - Math.exp(-drag),
        angularDamping: size ? 1 - Math.exp(-drag) : 0,
        collisionFilterMask: friction === undefined ? 0 : -1,
      });
      world.addBody(body);
      return body;
    });
    const ground = new CANNON.Body({ mass: 0 });
    if (friction !== undefined) {
      ground.addShape(new CANNON.Plane());
      ground.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
    }
    world.addBody(ground);
    for (const { a, b } of pins) {
      const [other, at] = isAnchor(b) ? [made[b.body], b.at] : [ground, b];
      world.addConstraint(new CANNON.PointToPointConstraint(made[a.body], vector(a.at), other, vector(at)));
    }
    const pulls = springs.map(
      ({ a, b, stiffness, length }) =>
        new CANNON.Spring(made[a], made[b], { stiffness, restLength: length, damping: 0 }),
    );
    // forces are cleared at the end of a step, and are of the next
    const pull = (): void => {
      for (const one of pulls) one.applyForce();
    };
    return {
      frame() {
        for (let i = 0; i < substeps; i++) {
          pull();
          world.step(h);
        }
      },
      read(places) {
        made.forEach(({ position: p, quaternion: q }, n) => {
          places.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], placeWidth * n);
        });
      },
    };
  },
};
