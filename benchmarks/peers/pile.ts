/**
 * tsx benchmarks/peers/pile.ts ENGINE [COUNT] [SECONDS]
 *
 * A pile of spheres that settles between four walls in jolt, rapier or pliant, with steps of 5 ms and the default iterations: CPU time of a step, and
 * how far spheres sink into each other. Bodies do not sleep.
 */
import RAPIER from '@dimforge/rapier3d-compat';
import initJolt from 'jolt-physics';
import { pileWorld } from '../suites/contact/pile-world.ts';
import { deepestInPile, type Pile, pile } from './scenes.ts';

const step = 0.005;
interface Running {
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

async function inRapier(scene: Pile): Promise<Running> {
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

async function inJolt(scene: Pile): Promise<Running> {
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

async function inPliant(scene: Pile): Promise<Running> {
  const world = pileWorld(scene, step);
  return {
    step: () => world.step(),
    read(places) {
      scene.positions.forEach((_, n) => {
        places.set(world.coordinates(`${n}`).subarray(0, 3), 7 * n);
      });
    },
  };
}

const engines: Readonly<Record<string, (scene: Pile) => Promise<Running>>> = {
  ...{ jolt: inJolt, rapier: inRapier, pliant: inPliant },
};
const [engine = 'jolt', count = '1000', seconds = '2'] = process.argv.slice(2);
const scene = pile(Number(count));
const running = await engines[engine](scene);
const places = new Float64Array(7 * scene.positions.length);
const steps = Math.round(Number(seconds) / step);
const part = Math.ceil(steps / 10);
let deepest = 0;
let total = 0;
for (let k = 0; k < steps; k += part) {
  const before = process.cpuUsage();
  for (let i = 0; i < part; i++) running.step();
  const { user, system } = process.cpuUsage(before);
  total += (user + system) / 1e3;
  running.read(places);
  const depth = deepestInPile(scene, places);
  deepest = Math.max(deepest, depth);
  console.log(
    `${((k + part) * step).toFixed(2)} s: ${((user + system) / 1e3 / part).toFixed(2)} ms a step, ${depth.toExponential(2)} m deep`,
  );
}
console.log(
  `${engine}, ${count} spheres: ${(total / part / Math.ceil(steps / part)).toFixed(2)} ms a step, ${deepest.toExponential(2)} m deep at most`,
);
