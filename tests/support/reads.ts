/** Everything that looks at a world and may change nothing of it. */
import {
  angularMomentum,
  centreOfMass,
  hasMatrix,
  jacobianEntries,
  kineticEnergy,
  linearMomentum,
  matrixOf,
  potentialEnergy,
  residual,
  residualUnits,
  rowsReport,
  type World,
} from '../../packages/engine/src/index.ts';
import { RecordingWriter, type Simulation } from '../../packages/io/src/index.ts';
import type { Random } from './random.ts';

export const reads: Readonly<Record<string, (world: World, simulation?: Simulation) => void>> = {
  check: (world) => world.check(),
  hash: (world) => world.hash(),
  'snapshot and restore': (world) => world.restore(world.snapshot()),
  snapshot: (world) => world.snapshot(),
  'saved and restored state': (_, simulation) => simulation?.restoreState(simulation.saveState()),
  'stable step': (world) => world.stableStep(),
  'rows report': (world) => rowsReport(world),
  jacobian: (world) => jacobianEntries(world),
  matrix: (world) => {
    if (hasMatrix(world)) matrixOf(world);
  },
  energies: (world) => [kineticEnergy(world), potentialEnergy(world)],
  momenta: (world) => [linearMomentum(world), angularMomentum(world), centreOfMass(world)],
  residuals: (world) => residualUnits(world).map((unit) => residual(world, unit)),
  places: (world) => world.bodies.map(({ id }) => [world.positions(id), world.velocities(id)]),
  forces: (world) => world.constraints.map(({ id }) => world.forces(id)),
  probes: (_, simulation) => simulation?.probes.map((probe) => probe.read()),
  frame: (world) => {
    const told = { writtenBy: 'test', file: 'frame', scene: '{}', overrides: {}, rate: 1e9 };
    new RecordingWriter(world, told, () => {}).end();
  },
};

/** Some of them, in any order. */
export function readAny(world: World, random: Random, count: number, simulation?: Simulation): void {
  for (let i = 0; i < count; i++) random.pick(Object.values(reads))(world, simulation);
}
