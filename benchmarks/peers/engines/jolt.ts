/** Jolt: mass points are one soft body, whose edges have the compliance of the springs and, at pins, none; boxes have point constraints. */
import initJolt from 'jolt-physics';
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

type Jolt = Awaited<ReturnType<typeof initJolt>>;

export const jolt: Peer = {
  name: 'Jolt',
  version: versionOf('jolt-physics'),
  means: { soft: 'a soft body of edges', rigid: 'point constraints' },
  best: {
    cubes: { substeps: 1, iterations: 40 },
    chain: { substeps: 64, iterations: 10 },
    bridge: { substeps: 64, iterations: 10 },
    stack: { substeps: 64, iterations: 40 },
    beam: { substeps: 4, iterations: 40 },
  },
  async build(scene, setting) {
    const Jolt = await initJolt();
    return scene.springs.length ? soft(Jolt, scene, setting) : rigid(Jolt, scene, setting);
  },
};

/** One layer, which meets itself only if bodies touch. */
function system(Jolt: Jolt, { gravity, friction }: PeerScene): InstanceType<Jolt['JoltInterface']> {
  const settings = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(1);
  if (friction !== undefined) pairs.EnableCollision(0, 0);
  const broad = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  const layer = new Jolt.BroadPhaseLayer(0);
  broad.MapObjectToBroadPhaseLayer(0, layer);
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 1, pairs, 1);
  const made = new Jolt.JoltInterface(settings);
  made.GetPhysicsSystem().SetGravity(new Jolt.Vec3(...gravity));
  return made;
}

function soft(Jolt: Jolt, scene: PeerScene, { substeps = 1, iterations }: Setting): Running {
  const { bodies, springs, pins, drag } = scene;
  const jolt = system(Jolt, scene);
  const shared = new Jolt.SoftBodySharedSettings();
  for (const { mass, position, fixed } of bodies) {
    const vertex = new Jolt.SoftBodySharedSettingsVertex();
    vertex.mPosition = new Jolt.Float3(...position);
    vertex.mInvMass = fixed ? 0 : 1 / mass;
    shared.mVertices.push_back(vertex);
  }
  const edge = (a: number, b: number, compliance: number, length: number): void => {
    const made = new Jolt.SoftBodySharedSettingsEdge(a, b, compliance);
    made.mRestLength = length;
    shared.mEdgeConstraints.push_back(made);
  };
  for (const { a, b, stiffness, length } of springs) edge(a, b, 1 / stiffness, length);
  for (const { a, b } of pins) if (isAnchor(b)) edge(a.body, b.body, 0, 0);
  shared.Optimize();
  const settings = new Jolt.SoftBodyCreationSettings(
    shared,
    new Jolt.RVec3(0, 0, 0),
    Jolt.Quat.prototype.sIdentity(),
    0,
  );
  settings.mLinearDamping = drag;
  settings.mUpdatePosition = false;
  settings.mAllowSleeping = false;
  if (iterations !== undefined) settings.mNumIterations = iterations;
  const bodyInterface = jolt.GetPhysicsSystem().GetBodyInterface();
  const body = bodyInterface.CreateSoftBody(settings);
  bodyInterface.AddBody(body.GetID(), Jolt.EActivation_Activate);
  const motion = Jolt.castObject(body.GetMotionProperties(), Jolt.SoftBodyMotionProperties);
  return {
    frame() {
      for (let i = 0; i < substeps; i++) jolt.Step(frameSeconds / substeps, 1);
    },
    read(places) {
      const vertices = motion.GetVertices();
      for (let n = 0; n < bodies.length; n++) {
        const p = vertices.at(n).mPosition;
        places.set([p.GetX(), p.GetY(), p.GetZ(), 0, 0, 0, 1], placeWidth * n);
      }
    },
  };
}

function rigid(Jolt: Jolt, scene: PeerScene, { substeps = 1, iterations }: Setting): Running {
  const { bodies, pins, drag, friction } = scene;
  const jolt = system(Jolt, scene);
  const physics = jolt.GetPhysicsSystem();
  const bodyInterface = physics.GetBodyInterface();
  if (iterations !== undefined) {
    const settings = physics.GetPhysicsSettings();
    settings.mNumVelocitySteps = iterations;
    settings.mNumPositionSteps = Math.max(2, Math.floor(iterations / 2));
    physics.SetPhysicsSettings(settings);
  }
  const place = ([x, y, z]: Vec3): InstanceType<Jolt['RVec3']> => new Jolt.RVec3(x, y, z);
  const made = bodies.map(({ mass, position, rotation = [0, 0, 0, 1], size = [0.1, 0.1, 0.1] }) => {
    const shape = new Jolt.BoxShape(new Jolt.Vec3(size[0] / 2, size[1] / 2, size[2] / 2), 0);
    const turn = new Jolt.Quat(...rotation);
    const settings = new Jolt.BodyCreationSettings(shape, place(position), turn, Jolt.EMotionType_Dynamic, 0);
    settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
    settings.mMassPropertiesOverride.mMass = mass;
    settings.mLinearDamping = drag;
    settings.mAngularDamping = drag;
    settings.mAllowSleeping = false;
    if (friction !== undefined) settings.mFriction = friction;
    const body = bodyInterface.CreateBody(settings);
    bodyInterface.AddBody(body.GetID(), Jolt.EActivation_Activate);
    return body;
  });
  if (friction !== undefined) {
    const slab = new Jolt.BoxShape(new Jolt.Vec3(20, 1, 20));
    const still = Jolt.Quat.prototype.sIdentity();
    const settings = new Jolt.BodyCreationSettings(slab, place([0, -1, 0]), still, Jolt.EMotionType_Static, 0);
    settings.mFriction = friction;
    bodyInterface.AddBody(bodyInterface.CreateBody(settings).GetID(), Jolt.EActivation_DontActivate);
  }
  const ground = jolt.sGetFixedToWorldBody();
  for (const { a, b } of pins) {
    const settings = new Jolt.PointConstraintSettings();
    settings.mSpace = Jolt.EConstraintSpace_LocalToBodyCOM;
    settings.mPoint1 = place(a.at);
    settings.mPoint2 = place(isAnchor(b) ? b.at : b);
    physics.AddConstraint(settings.Create(made[a.body], isAnchor(b) ? made[b.body] : ground));
  }
  return {
    frame() {
      jolt.Step(frameSeconds, substeps);
    },
    read(places) {
      made.forEach((body, n) => {
        const [p, q] = [body.GetPosition(), body.GetRotation()];
        const numbers = [p.GetX(), p.GetY(), p.GetZ(), q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
        places.set(numbers, placeWidth * n);
      });
    },
  };
}
