/** From formula to running code: derive, emit, compile and the first call, which is when V8 really compiles. */
import { compile } from '../../../packages/engine/src/kernel/compile.ts';
import { hessian } from '../../../packages/engine/src/kernel/derive.ts';
import { addTo, type Kernel, kernel } from '../../../packages/engine/src/kernel/kernel.ts';
import { Arena } from '../../../packages/engine/src/kernel/memory.ts';
import { milliseconds, type Row } from '../../harness.ts';
import { cubeKernel } from './body.ts';
import { elementEnergy, type Material, materials, x } from './materials.ts';

/**
 * The 12 x 12 Hessian of a tet, added to the values of a sparse matrix in rows (CSR). A block of three neighbouring
 * values (row r of node i, columns of node j) lies together, so it is one slot: 4 slots of nodes, then 48 of values.
 */
function hessianKernel(material: Material): Kernel {
  const lower = hessian(elementEnergy(material), x.flat());
  const entry = (i: number, j: number) => (j <= i ? lower[(i * (i + 1)) / 2 + j] : lower[(j * (j + 1)) / 2 + i]);
  const sinks = [];
  for (let i = 0; i < 12; i++)
    for (let j = 0; j < 12; j += 3)
      sinks.push(addTo('values', 4 + 4 * i + j / 3, [entry(i, j), entry(i, j + 1), entry(i, j + 2)]));
  return kernel(sinks);
}

/** The clock, not CPU time: that would count V8's other threads too. Cold is the first time in this process. */
function timed(name: string, build: () => Kernel): Row {
  return {
    name: `compile-${name}`,
    what: `${name}: derive, emit, compile, first call, in a fresh process`,
    target: milliseconds(60),
    measure() {
      const arena = new Arena(1 << 20);
      const index = arena.i32(1024);
      const room = arena.f64(4096);
      const start = performance.now();
      const k = build();
      const run = compile(k, arena.memory);
      run(1, index.address, room.address, room.address, room.address, room.address, ...k.arrays.map(() => room.address));
      return { cold: performance.now() - start };
    },
    score: ({ cold }) => cold,
  };
}

export const compileRows: readonly Row[] = [
  timed('cube', cubeKernel),
  ...materials.map((material) => timed(`hessian-${material.name}`, () => hessianKernel(material))),
];
