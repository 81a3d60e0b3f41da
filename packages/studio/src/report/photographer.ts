/** Takes pictures of a simulation as the viewport draws them. */
import type { Simulation } from '@pliant/io';
import type { Holds, SceneInfo } from '../protocol/protocol.ts';
import { Followers } from '../worker/hand/followers.ts';
import { describeScene } from '../worker/readings/describe.ts';
import { packPositions } from '../worker/readings/packing.ts';
import { Readings } from '../worker/readings/readings.ts';
import { Twists } from '../worker/readings/twists.ts';
import type { ReportFrame } from './data.ts';

export class Photographer {
  readonly scene: SceneInfo;
  /** constraints as they were drawn, in the order in which they came: a frame says which it belongs to */
  readonly holds: Holds[] = [];
  readonly #simulation: Simulation;
  readonly #followers: Followers;
  readonly #twists: Twists;
  #readings: Readings | undefined;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    this.#followers = new Followers(simulation.world.bodies);
    this.#twists = new Twists(simulation.world);
    this.scene = describeScene(simulation, this.#followers, this.#twists);
  }
  /** The constraints of the moment, read. */
  readings(residuals: ReadonlyMap<string, number> = new Map()): Readings {
    const { world } = this.#simulation;
    if (!this.#readings?.isOf(world)) {
      this.#readings = new Readings(world, this.scene.bodies, undefined);
      this.holds.push(this.#readings.holds);
    }
    this.#readings.follow(world);
    this.#readings.read(world, residuals, this.scale() || 1);
    return this.#readings;
  }
  take(): ReportFrame {
    const { world } = this.#simulation;
    const { totals: _, ...points } = this.readings().at(world.time);
    const positions = new Float32Array(3 * this.#followers.end);
    packPositions(world, this.scene.bodies, this.#followers, positions);
    const twists = new Float32Array(this.#twists.count);
    this.#twists.pack(world, twists);
    return {
      step: world.steps,
      time: world.time,
      holds: this.holds.length - 1,
      positions,
      twists,
      ...points,
    };
  }
  /** The largest coordinate, m. */
  scale(): number {
    let most = 0;
    for (const { id } of this.scene.bodies) {
      for (const x of this.#simulation.world.positions(id)) most = Math.max(most, Math.abs(x));
    }
    return most;
  }
}
