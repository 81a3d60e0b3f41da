/**
 * Bullet, as ammo.js: mass points are one soft body, boxes are rigid bodies with point-to-point constraints. The stiffness of a
 * soft body's links is a number from 0 to 1, not N/m: they are as stiff as the iterations make them.
 */
import AmmoModule from 'ammojs-typed';
import {
  frameSeconds,
  isAnchor,
  type Peer,
  type PeerScene,
  placeWidth,
  type Running,
  type Setting,
  type Vec3,
} from '../scene.ts';
import { versionOf } from '../version.ts';

type Bullet = typeof AmmoModule;

export const ammo: Peer = {
  name: 'Bullet (ammo.js)',
  version: versionOf('ammojs-typed'),
  means: { soft: 'a soft body of links', rigid: 'point-to-point constraints' },
  best: {
    cubes: { substeps: 1, iterations: 10 },
    chain: { substeps: 16, iterations: 400 },
    bridge: { substeps: 16, iterations: 400 },
    stack: { substeps: 64, iterations: 20 },
    beam: { substeps: 4, iterations: 10 },
  },
  async build(scene, setting) {
    const Ammo = await (AmmoModule as unknown as (this: unknown) => Promise<Bullet>).call({});
    return scene.springs.length ? soft(Ammo, scene, setting) : rigid(Ammo, scene, setting);
  },
};

/** Still in use after it is garbage to JavaScript: kept by the world that is returned. */
function world(Ammo: Bullet, { gravity }: PeerScene): InstanceType<Bullet['btSoftRigidDynamicsWorld']> {
  const configuration = new Ammo.btSoftBodyRigidBodyCollisionConfiguration();
  const made = new Ammo.btSoftRigidDynamicsWorld(
    new Ammo.btCollisionDispatcher(configuration),
    new Ammo.btDbvtBroadphase(),
    new Ammo.btSequentialImpulseConstraintSolver(),
    configuration,
    new Ammo.btDefaultSoftBodySolver(),
  );
  const g = new Ammo.btVector3(...gravity);
  made.setGravity(g);
  made.getWorldInfo().set_m_gravity(g);
  return made;
}

function soft(Ammo: Bullet, scene: PeerScene, { substeps = 1, iterations }: Setting): Running {
  const { bodies, springs, pins, drag } = scene;
  const made = world(Ammo, scene);
  const h = frameSeconds / substeps;
  const first = new Ammo.btVector3(...bodies[0].position);
  const body = new Ammo.btSoftBody(made.getWorldInfo(), 1, first, [bodies[0].mass]);
  for (const { position, mass } of bodies.slice(1)) body.appendNode(new Ammo.btVector3(...position), mass);
  bodies.forEach(({ fixed, mass }, n) => {
    body.setMass(n, fixed ? 0 : mass);
  });
  const material = body.get_m_materials().at(0);
  material.set_m_kLST(1);
  for (const { a, b } of springs) body.appendLink(a, b, material, false);
  for (const { a, b } of pins) if (isAnchor(b)) body.appendLink(a.body, b.body, material, false);
  const configuration = body.get_m_cfg();
  configuration.set_collisions(0);
  configuration.set_kDP(1 - Math.exp(-drag * h)); // of the velocity, a step
  if (iterations !== undefined) configuration.set_piterations(iterations);
  body.setActivationState(4); // never asleep
  made.addSoftBody(body, 1, 0);
  return {
    frame() {
      for (let i = 0; i < substeps; i++) made.stepSimulation(h, 0);
    },
    read(places) {
      const nodes = body.get_m_nodes();
      for (let n = 0; n < bodies.length; n++) {
        const p = nodes.at(n).get_m_x();
        places.set([p.x(), p.y(), p.z(), 0, 0, 0, 1], placeWidth * n);
      }
    },
  };
}

function rigid(Ammo: Bullet, scene: PeerScene, { substeps = 1, iterations }: Setting): Running {
  const { bodies, pins, drag, friction } = scene;
  const made = world(Ammo, scene);
  const h = frameSeconds / substeps;
  if (iterations !== undefined) made.getSolverInfo().set_m_numIterations(iterations);
  const vector = (v: Vec3): InstanceType<Bullet['btVector3']> => new Ammo.btVector3(...v);
  const all = bodies.map(({ mass, position, rotation = [0, 0, 0, 1], size = [0.1, 0.1, 0.1] }) => {
    const shape = new Ammo.btBoxShape(vector([size[0] / 2, size[1] / 2, size[2] / 2]));
    if (friction === undefined) shape.setMargin(0);
    const [a, b, c] = size.map((s) => (mass * s * s) / 12);
    const start = new Ammo.btTransform();
    start.setIdentity();
    start.setOrigin(vector(position));
    start.setRotation(new Ammo.btQuaternion(...rotation));
    const state = new Ammo.btDefaultMotionState(start);
    const info = new Ammo.btRigidBodyConstructionInfo(mass, state, shape, vector([b + c, a + c, a + b]));
    const body = new Ammo.btRigidBody(info);
    body.setDamping(1 - Math.exp(-drag), 1 - Math.exp(-drag)); // what is lost in a second
    body.setActivationState(4);
    if (friction !== undefined) body.setFriction(Math.sqrt(friction)); // it multiplies those of both
    made.addRigidBody(body, 1, friction === undefined ? 0 : 1);
    return body;
  });
  if (friction !== undefined) {
    const start = new Ammo.btTransform();
    start.setIdentity();
    start.setOrigin(vector([0, -1, 0]));
    const state = new Ammo.btDefaultMotionState(start);
    const slab = new Ammo.btBoxShape(vector([20, 1, 20]));
    const floor = new Ammo.btRigidBody(new Ammo.btRigidBodyConstructionInfo(0, state, slab, vector([0, 0, 0])));
    floor.setFriction(Math.sqrt(friction));
    made.addRigidBody(floor, 1, 1);
  }
  for (const { a, b } of pins) {
    const [A, at] = [all[a.body], vector(a.at)];
    const pin = isAnchor(b)
      ? new Ammo.btPoint2PointConstraint(A, all[b.body], at, vector(b.at))
      : new Ammo.btPoint2PointConstraint(A, at); // to where it is
    made.addConstraint(pin, true);
  }
  return {
    frame() {
      for (let i = 0; i < substeps; i++) made.stepSimulation(h, 0);
    },
    read(places) {
      all.forEach((body, n) => {
        const transform = body.getWorldTransform();
        const [p, q] = [transform.getOrigin(), transform.getRotation()];
        places.set([p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()], placeWidth * n);
      });
    },
  };
}
