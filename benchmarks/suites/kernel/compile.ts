/** From formula to running code: derive, emit, compile and the first call, which is when V8 really compiles. */
import { compile } from '../../../packages/engine/src/kernel/compile/compile.ts';
import { addTo, type Kernel, kernel } from '../../../packages/engine/src/kernel/compile/kernel.ts';
import { hessian } from '../../../packages/engine/src/kernel/formula/derive.ts';
import { constant } from '../../../packages/engine/src/kernel/formula/expr.ts';
import { Arena } from '../../../packages/engine/src/kernel/run/memory.ts';
import { milliseconds, type Row, threadMs } from '../../harness.ts';
import { cubeKernel } from './body.ts';
import { elementEnergy, type Material, materials, x } from './materials.ts';

/**
 * The 12 x 12 Hessian of a tet, added to the values of a sparse matrix in rows (CSR). A block of three neighbouring
 * values (row r of node i, columns of node j) lies together, so it is one slot: 4 slots of nodes, then 48 of values.
 */
function hessianKernel(material: Material, scale: number): Kernel {
  const lower = hessian(elementEnergy(material), x.flat(), constant(scale));
  const entry = (i: number, j: number) => (j <= i ? lower[(i * (i + 1)) / 2 + j] : lower[(j * (j + 1)) / 2 + i]);
  const sinks = [];
  for (let i = 0; i < 12; i++)
    for (let j = 0; j < 12; j += 3)
      sinks.push(addTo('values', 4 + 4 * i + j / 3, [entry(i, j), entry(i, j + 1), entry(i, j + 2)]));
  return kernel(sinks);
}

/**
 * `cold`: the first formula of a process. `warm`: another of the same size, when our compiler has itself been compiled;
 * `build` takes a factor, so that no two are the same formula.
 */
function timed(name: string, build: (scale: number) => Kernel): Row {
  return {
    name: `compile-${name}`,
    what: `${name}: derive, emit, compile, first call, in a fresh process`,
    measure() {
      const arena = new Arena(1 << 20);
      const index = arena.i32(1024);
      const room = arena.f64(4096);
      const at = room.address;
      const once = (scale: number): number => {
        const start = threadMs();
        const k = build(scale);
        const run = compile(k, arena.memory);
        run(1, index.address, at, at, at, at, ...k.arrays.map(() => at));
        return threadMs() - start;
      };
      const cold = once(1.5);
      let warm = Number.POSITIVE_INFINITY;
      for (let i = 0; i < 20; i++) warm = Math.min(warm, once(1.75 + i));
      return { cold, warm };
    },
    scores: [{ target: milliseconds(60), of: ({ cold }) => cold }],
  };
}

export const compileRows: readonly Row[] = [
  timed('cube', cubeKernel),
  ...materials.map((material) => timed(`hessian-${material.name}`, (scale) => hessianKernel(material, scale))),
];
