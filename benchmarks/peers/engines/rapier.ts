/** Rapier: springs are its spring joints, pins its spherical joints. */
import RAPIER from '@dimforge/rapier3d-compat';
import { frameSeconds, isAnchor, type Peer, placeWidth, type Setting, type Vec3 } from '../scene.ts';
import { versionOf } from '../version.ts';

const vector = ([x, y, z]: Vec3): RAPIER.Vector3 => new RAPIER.Vector3(x, y, z);

export const rapier: Peer = {
  name: 'Rapier',
  version: versionOf('@dimforge/rapier3d-compat'),
  means: { soft: 'mass points, spring and spherical joints', rigid: 'spherical joints' },
  best: {
    cubes: { substeps: 4, iterations: 8 },
    chain: { substeps: 8, iterations: 64 },
    bridge: { substeps: 8, iterations: 32 },
    stack: { substeps: 4, innerIterations: 20, contactFrequency: 120 },
    beam: { substeps: 8, iterations: 8 },
  },
  async build(
    { gravity, bodies, pins, springs, drag, friction },
    { substeps = 1, iterations, innerIterations, contactFrequency }: Setting,
  ) {
    await RAPIER.init();
    const world = new RAPIER.World(vector(gravity));
    world.timestep = frameSeconds / substeps;
    if (iterations !== undefined) world.integrationParameters.numSolverIterations = iterations;
    if (innerIterations !== undefined) world.integrationParameters.numInternalPgsIterations = innerIterations;
    if (contactFrequency !== undefined) world.integrationParameters.contact_natural_frequency = contactFrequency;
    const made = bodies.map(({ mass, position, rotation = [0, 0, 0, 1], size, fixed }) => {
      const desc = fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic();
      desc
        .setTranslation(...position)
        .setCanSleep(false)
        .setLinearDamping(drag);
      desc.setRotation({ x: rotation[0], y: rotation[1], z: rotation[2], w: rotation[3] });
      const still = { x: 0, y: 0, z: 0 };
      if (!size) {
        desc.setAdditionalMassProperties(mass, still, { x: 1, y: 1, z: 1 }, { x: 0, y: 0, z: 0, w: 1 });
        desc.lockRotations();
      } else {
        const [a, b, c] = size.map((s) => (mass * s * s) / 12);
        desc.setAdditionalMassProperties(mass, still, { x: b + c, y: a + c, z: a + b }, { x: 0, y: 0, z: 0, w: 1 });
        desc.setAngularDamping(drag);
      }
      const body = world.createRigidBody(desc);
      if (size && friction !== undefined) {
        const [x, y, z] = size.map((s) => s / 2);
        world.createCollider(RAPIER.ColliderDesc.cuboid(x, y, z).setDensity(0).setFriction(friction), body);
      }
      return body;
    });
    const ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
    if (friction !== undefined)
      world.createCollider(
        RAPIER.ColliderDesc.cuboid(20, 1, 20).setTranslation(0, -1, 0).setFriction(friction),
        ground,
      );
    for (const { a, b } of pins) {
      const [other, at] = isAnchor(b) ? [made[b.body], b.at] : [ground, b];
      world.createImpulseJoint(RAPIER.JointData.spherical(vector(a.at), vector(at)), made[a.body], other, true);
    }
    for (const { a, b, stiffness, length } of springs) {
      const joint = RAPIER.JointData.spring(length, stiffness, 0, vector([0, 0, 0]), vector([0, 0, 0]));
      world.createImpulseJoint(joint, made[a], made[b], true);
    }
    return {
      frame() {
        for (let i = 0; i < substeps; i++) world.step();
      },
      read(places) {
        made.forEach((body, n) => {
          const [p, q] = [body.translation(), body.rotation()];
          places.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], placeWidth * n);
        });
      },
    };
  },
};
