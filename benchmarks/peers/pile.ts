/** A pile of spheres between four walls in Jolt, Rapier and Pliant, with default iterations. Bodies do not sleep. */
import RAPIER from '@dimforge/rapier3d-compat';
import initJolt from 'jolt-physics';
import { pileWorld } from '../suites/contact/pile-world.ts';
import type { Pile } from './scenes.ts';

export interface RunningPile {
  step(): void;
  read(places: Float64Array): void;
}

/** The middle of each wall, and half of its size. */
const slabs = ({ half }: Pile) =>
  [
    [0, -1, 0, 20, 1, 20],
    [half + 1, 0, 0, 1, 20, 20],
    [-half - 1, 0, 0, 1, 20, 20],
    [0, 0, half + 1, 20, 20, 1],
    [0, 0, -half - 1, 20, 20, 1],
  ] as const;

async function inRapier(scene: Pile, step: number): Promise<RunningPile> {
  await RAPIER.init();
  const world = new RAPIER.World(new RAPIER.Vector3(0, -9.81, 0));
  world.timestep = step;
  const ground = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
  for (const [x, y, z, a, b, c] of slabs(scene))
    world.createCollider(
      RAPIER.ColliderDesc.cuboid(a, b, c).setTranslation(x, y, z).setFriction(scene.friction),
      ground,
    );
  const density = scene.mass / ((4 / 3) * Math.PI * scene.radius ** 3);
  const made = scene.positions.map((position) => {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...position)
        .setCanSleep(false),
    );
    const ball = RAPIER.ColliderDesc.ball(scene.radius).setDensity(density).setFriction(scene.friction);
    world.createCollider(ball, body);
    return body;
  });
  return {
    step: () => world.step(),
    read(places) {
      made.forEach((body, n) => {
        const { x, y, z } = body.translation();
        places.set([x, y, z], 7 * n);
      });
    },
  };
}

async function inJolt(scene: Pile, step: number): Promise<RunningPile> {
  const Jolt = await initJolt();
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(1);
  pairs.EnableCollision(0, 0);
  const broad = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  broad.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 1, pairs, 1);
  const jolt = new Jolt.JoltInterface(settings);
  jolt.GetPhysicsSystem().SetGravity(new Jolt.Vec3(0, -9.81, 0));
  const bodies = jolt.GetPhysicsSystem().GetBodyInterface();
  const still = Jolt.Quat.prototype.sIdentity();
  for (const [x, y, z, a, b, c] of slabs(scene)) {
    const shape = new Jolt.BoxShape(new Jolt.Vec3(a, b, c));
    const made = new Jolt.BodyCreationSettings(shape, new Jolt.RVec3(x, y, z), still, Jolt.EMotionType_Static, 0);
    made.mFriction = scene.friction;
    bodies.AddBody(bodies.CreateBody(made).GetID(), Jolt.EActivation_DontActivate);
  }
  const ball = new Jolt.SphereShape(scene.radius);
  const made = scene.positions.map((position) => {
    const own = new Jolt.BodyCreationSettings(ball, new Jolt.RVec3(...position), still, Jolt.EMotionType_Dynamic, 0);
    own.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
    own.mMassPropertiesOverride.mMass = scene.mass;
    own.mFriction = scene.friction;
    own.mAllowSleeping = false;
    const body = bodies.CreateBody(own);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    return body;
  });
  return {
    step: () => jolt.Step(step, 1),
    read(places) {
      made.forEach((body, n) => {
        const p = body.GetPosition();
        places.set([p.GetX(), p.GetY(), p.GetZ()], 7 * n);
      });
    },
  };
}

async function inPliant(scene: Pile, step: number, tolerance?: number): Promise<RunningPile> {
  const world = pileWorld(scene, step, tolerance);
  return {
    step: () => world.step(),
    read(places) {
      scene.positions.forEach((_, n) => {
        places.set(world.coordinates(`${n}`).subarray(0, 3), 7 * n);
      });
    },
  };
}

/** By name, with steps of so many seconds; `tolerance`: that of Pliant. */
export const piles: Readonly<Record<string, (scene: Pile, step: number, tolerance?: number) => Promise<RunningPile>>> =
  {
    ...{ jolt: inJolt, rapier: inRapier, pliant: inPliant },
  };
