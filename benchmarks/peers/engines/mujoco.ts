/** MuJoCo: springs are tendons between points on slide joints, tets a flex between them, pins are equality constraints (connect). */
import loadMujoco from '@mujoco/mujoco';
import { frameSeconds, isAnchor, type Peer, type PeerScene, placeWidth, type Setting } from '../scene.ts';
import { versionOf } from '../version.ts';

/** Its own default step is 2 ms. */
const defaultSubsteps = 8;

export const mujoco: Peer = {
  name: 'MuJoCo',
  version: versionOf('@mujoco/mujoco'),
  means: { soft: 'points on slide joints, tendons, connect', rigid: 'free bodies, connect' },
  best: {
    cubes: { substeps: 16, timeConstant: 2 },
    chain: { substeps: 32, timeConstant: 2 },
    bridge: { substeps: 16, timeConstant: 2 },
    stack: { substeps: 16, timeConstant: 2 },
    beam: { substeps: 32 },
  },
  async build(scene, setting) {
    const mujoco = await loadMujoco();
    const model = mujoco.MjModel.from_xml_string(modelOf(scene, setting));
    const data = new mujoco.MjData(model);
    const { substeps = defaultSubsteps } = setting;
    // what diverges is put back to its start, and the time with it
    let isLost = false;
    return {
      frame() {
        const before = data.time;
        for (let i = 0; i < substeps; i++) mujoco.mj_step(model, data);
        if (data.time < before) isLost = true;
      },
      read(places) {
        if (isLost) return void places.fill(Number.NaN);
        mujoco.mj_kinematics(model, data);
        const [x, q] = [data.xpos as Float64Array, data.xquat as Float64Array];
        // body 0 is the world; quaternions begin with w
        scene.bodies.forEach((_, n) => {
          const [p, r] = [3 * (n + 1), 4 * (n + 1)];
          places.set([x[p], x[p + 1], x[p + 2], q[r + 1], q[r + 2], q[r + 3], q[r]], placeWidth * n);
        });
      },
    };
  },
};

/**
 * The flex counts lambda twice (3.14.0: it comes to rest where ours does, to 1e-5, with nu = 0, and with nu > 0 where ours does with 2 lambda). It is
 * given E and nu of mu and lambda/2, so that its tets are of the material that is meant.
 */
function moduliOf({ young, poisson }: { readonly young: number; readonly poisson: number }): [number, number] {
  const mu = young / (2 * (1 + poisson));
  const half = (young * poisson) / ((1 + poisson) * (1 - 2 * poisson)) / 2;
  const nu = half / (2 * (half + mu));
  return [2 * mu * (1 + nu), nu];
}

function modelOf(scene: PeerScene, setting: Setting): string {
  const { gravity, bodies, pins, elements, drag, friction } = scene;
  const springs = elements ? [] : scene.springs;
  const { substeps = defaultSubsteps, iterations, timeConstant } = setting;
  const h = frameSeconds / substeps;
  const soft = springs.length > 0;
  const touches = friction === undefined ? 'contype="0" conaffinity="0"' : `friction="${friction}"`;
  // y is up
  const floor = friction === undefined ? '' : `<geom type="plane" size="20 20 1" zaxis="0 1 0" ${touches}/>`;
  const lines = bodies.map(({ mass, position, rotation: [x, y, z, w] = [0, 0, 0, 1], size, fixed }, n) => {
    const damping = `damping="${drag * mass}"`;
    const slides = ['1 0 0', '0 1 0', '0 0 1']
      .map((axis) => `<joint type="slide" axis="${axis}" ${damping}/>`)
      .join('');
    // a free joint has one damping for both: drag of turning is in N m s
    const inertia = size ? (mass * size.reduce((sum, s) => sum + s * s, 0)) / 18 : 0;
    const free = drag ? `${slides}<joint type="ball" damping="${drag * inertia}"/>` : '<joint type="free"/>';
    const joints = fixed ? '' : size ? free : slides;
    const geom = size
      ? `<geom type="box" size="${size.map((s) => s / 2).join(' ')}" mass="${mass}" ${touches}/>`
      : `<inertial pos="0 0 0" mass="${mass}" diaginertia="1e-3 1e-3 1e-3"/>`;
    const site = soft ? `<site name="s${n}"/>` : '';
    return `<body name="b${n}" pos="${position.join(' ')}" quat="${w} ${x} ${y} ${z}">${joints}${geom}${site}</body>`;
  });
  const held = pins.map(({ a, b }) => {
    const other = isAnchor(b) ? ` body2="b${b.body}"` : '';
    return `<connect body1="b${a.body}"${other} anchor="${a.at.join(' ')}"/>`;
  });
  const tendons = springs.map(
    ({ a, b, stiffness, length }) =>
      `<spatial stiffness="${stiffness}" springlength="${length}"><site site="s${a}"/><site site="s${b}"/></spatial>`,
  );
  const [young, poisson] = elements ? moduliOf(elements) : [0, 0];
  const flex = elements
    ? `<deformable><flex name="flex" dim="3" body="${bodies.map((_, n) => `b${n}`).join(' ')}" element="${elements.tets.flat().join(' ')}"><elasticity young="${young}" poisson="${poisson}"/><contact contype="0" conaffinity="0" selfcollide="none" internal="false"/></flex></deformable>`
    : '';
  const stiff = `solref="${(timeConstant ?? 0) * h} 1" solimp="0.9999 0.9999 0.001"`;
  const tight = timeConstant ? `<equality ${stiff}/><geom ${stiff}/>` : '';
  return `<mujoco>
<size memory="1G"/>
<option timestep="${h}" gravity="${gravity.join(' ')}"${iterations ? ` iterations="${iterations}"` : ''}><flag contact="${friction === undefined ? 'disable' : 'enable'}"/></option>
<default>${tight}</default>
<worldbody>${floor}${lines.join('\n')}</worldbody>
<equality>${held.join('\n')}</equality>
<tendon>${tendons.join('\n')}</tendon>
${flex}
</mujoco>`;
}
