/** Faults of scenes: each is found, with its path and what would do, all at once and in the order of the file. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultsOf, type Spoilt, sound, spoilt } from '../../../../../tests/support/sound-scene.ts';
import { buildScene } from '../build.ts';
import type { Fault, SceneError } from './faults.ts';
import { parseScene } from './parse.ts';

test('the scene that all cases spoil is sound', () => {
  expect(faultsOf(JSON.stringify(sound))).toEqual([]);
});

type Case = [what: string, spoil: (scene: Spoilt) => void, path: string, ...words: string[]];
// biome-ignore format: a case is a line
const wrong: Case[] = [
  // the scene as a whole
  ['a newer version', (s) => { s.pliant = 2; }, 'pliant', 'version 2', 'reads version 1', 'newer Pliant'],
  ['a version in words', (s) => { s.pliant = 'one'; }, 'pliant', '"one"', 'give 1'],
  ['no version', (s) => { delete s.pliant; }, 'pliant', 'missing', 'give 1'],
  ['no name', (s) => { delete s.name; }, 'name', 'missing', 'a name for the scene'],
  ['no bodies', (s) => { delete s.bodies; s.selections = {}; s.constraints = s.events = s.probes = []; }, 'bodies', 'missing', 'a list of bodies'],
  ['a misspelt section', (s) => { s.probs = s.probes; delete s.probes; }, 'probs', 'Unrecognised key "probs"', 'did you mean "probes"?'],
  ['a zero step', (s) => { s.step = 0; }, 'step', '0 is not allowed', 'a positive number in seconds'],
  ['a step with a unit', (s) => { s.step = '2 ms'; }, 'step', '"2 ms" is text', 'in seconds', '0.002'],
  ['a negative duration', (s) => { s.duration = -1; }, 'duration', '-1', 'positive number in seconds'],
  ['gravity as one number', (s) => { s.gravity = -9.81; }, 'gravity', '-9.81', 'three numbers [x, y, z] in m/s^2'],
  ['gravity with two numbers', (s) => { s.gravity = [0, -9.81]; }, 'gravity', '[0,-9.81]', 'three numbers'],
  ['gravity with a text', (s) => { s.gravity = [0, '-9.81 m/s^2', 0]; }, 'gravity[1]', '"-9.81 m/s^2" is text', '-9.81.'],
  ['an unknown integrator', (s) => { s.defaults.integrator = 'velret'; }, 'defaults.integrator', '"velret"', 'did you mean "verlet"?'],
  ['an unknown method', (s) => { s.defaults.method = 'springs'; }, 'defaults.method', '"springs"', '"local", "lagrange", "displacement", "reaction"'],
  ['a number over all bounds', (s) => { s.duration = 1; s.step = Number.MAX_VALUE * 10; }, 'step', 'null', 'positive number'],
  // bodies
  ['a name of another program', (s) => { s.bodies[0].position = [0, 1, 0]; }, 'bodies[0].position', 'Unrecognised key "position"', 'give "place": { "translate": [x, y, z] }.'],
  ['a misspelt key', (s) => { s.bodies[0].densty = 100; delete s.bodies[0].density; }, 'bodies[0].densty', 'Unrecognised key "densty"', 'did you mean "density"?'],
  ['an unknown kind of body', (s) => { s.bodies[0].kind = 'tet-spring'; }, 'bodies[0].kind', '"tet-spring"', 'did you mean "tet-springs"?'],
  ['a body without a kind', (s) => { delete s.bodies[3].kind; s.constraints.pop(); }, 'bodies[3].kind', 'missing', '"plane"'],
  ['a negative density', (s) => { s.bodies[0].density = -5; }, 'bodies[0].density', '-5', 'positive number in kg/m^3'],
  ['a negative mass', (s) => { s.bodies[2].mass = -1; }, 'bodies[2].mass', '-1', 'positive number in kg'],
  ['a mass that is no number', (s) => { s.bodies[2].mass = null; }, 'bodies[2].mass', 'null', 'positive number in kg'],
  ['a mass with a unit', (s) => { s.bodies[2].mass = '500 g'; }, 'bodies[2].mass', '"500 g"', 'in kg', '0.5'],
  ['masses that do not count up', (s) => { s.bodies[2].mass = [1, 2, 3]; }, 'bodies[2].mass', '3 values for 2', 'one number or 2'],
  ['density and mass', (s) => { s.bodies[0].mass = 1; }, 'bodies[0]', '"density" and "mass"', 'give one of them'],
  ['neither density nor mass', (s) => { delete s.bodies[0].density; }, 'bodies[0]', 'how heavy', '"density" or "mass"'],
  ['a negative stiffness', (s) => { s.bodies[0].stretch = -2e4; }, 'bodies[0].stretch', '-20000', 'zero or more'],
  ['an unknown kind of mesh', (s) => { s.bodies[0].mesh.kind = 'bx'; }, 'bodies[0].mesh.kind', '"bx"', 'did you mean "box"?'],
  ['a size with units', (s) => { s.bodies[0].mesh.size = ['5 cm', 1, 1]; }, 'bodies[0].mesh.size[0]', '"5 cm" is text', 'in metres', '0.05'],
  ['a flat box', (s) => { s.bodies[0].mesh.size = [1, 0, 1]; }, 'bodies[0].mesh.size[1]', '0 is not allowed', 'positive number in metres'],
  ['half a cell', (s) => { s.bodies[0].mesh.cells = [2, 2, 2.5]; }, 'bodies[0].mesh.cells[2]', '2.5', 'whole number, 1 or more'],
  ['too many cells', (s) => { s.bodies[0].mesh.cells = [1000, 1000, 1000]; }, 'bodies[0].mesh.cells', '1000000000 cells', '500000 possible'],
  ['a tet with a node that is not there', (s) => { s.bodies[1].mesh = { kind: 'inline', positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], tets: [[0, 1, 2, 4]], }; }, 'bodies[1].mesh.tets[0]', '4 is not a node', 'nodes run 0 to 3'],
  ['a flat tet', (s) => { s.bodies[1].mesh = { kind: 'inline', positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], tets: [[0, 1, 2, 3]], }; }, 'bodies[1].mesh.tets[0]', '0, 1, 2, 3 lie in a plane', 'move a node'],
  ['a modulus without tets', (s) => { s.bodies[1] = { id: 'brick', kind: 'tet-springs', mesh: { kind: 'chain', from: [0, 0, 0], to: [1, 0, 0], nodes: 5 }, mass: 1, stretch: 10, }; s.constraints.splice(2, 1); }, 'bodies[1]', 'edge 0 belongs to no tet', "form: 'spring'"],
  ['a chain of one node', (s) => { s.bodies[1].mesh = { kind: 'chain', from: [0, 0, 0], to: [1, 0, 0], nodes: 1 }; }, 'bodies[1].mesh.nodes', '1 is not allowed', '2 or more'],
  ['a plane without a direction', (s) => { s.bodies[3].normal = [0, 0, 0]; }, 'bodies[3].normal', '(0, 0, 0) has no direction', 'not all zero'],
  ['two bodies with one id', (s) => { s.bodies[2].id = 'cube'; s.constraints.splice(1, 1); }, 'bodies[2].id', '"cube" is the id of bodies[0]', 'its own'],
  ['copies without spacing', (s) => { delete s.bodies[1].repeat.spacing; }, 'bodies[1].repeat.spacing', 'missing', 'three numbers [x, y, z] in metres'],
  ['too many copies', (s) => { s.bodies[1].repeat.grid = [10000, 10000, 1]; }, 'bodies[1].repeat.grid', '10000', '200000 possible'],
  ['a grid and placements', (s) => { s.bodies[1].repeat.placements = [{ translate: [0, 0, 0] }]; }, 'bodies[1].repeat', '"grid" and "placements"', 'give one of them'],
  ['a turn without an axis', (s) => { s.bodies[1].place = { rotateDegrees: { axis: [0, 0, 0], angle: 90 } }; }, 'bodies[1].place.rotateDegrees.axis', '[0, 0, 0]', 'direction'],
  ['two turns', (s) => { s.bodies[1].place = { rotate: [0, 0, 0, 1], rotateDegrees: { axis: [0, 1, 0], angle: 90 } }; }, 'bodies[1].place', '"rotate" and "rotateDegrees"', 'give one'],
  ['a fixed node that is not there', (s) => { s.bodies[0].fixed = { nodes: [27] }; }, 'bodies[0].fixed.nodes[0]', 'node 27', 'nodes run 0 to 26'],
  ['nothing fixed', (s) => { s.bodies[0].fixed = { box: { min: [5, 5, 5], max: [6, 6, 6] } }; }, 'bodies[0].fixed', 'selects no node', '[-0.5, -0.5, -0.5] to [0.5, 0.5, 0.5]'],
  ['a colour in words', (s) => { s.bodies[0].colour = 'red'; }, 'bodies[0].colour', '"red"', '"#d2603f"'],
  // selections
  ['an unknown body', (s) => { s.constraints[0].a.body = 'cub'; }, 'constraints[0].a.body', '"cub"', 'did you mean "cube"?'],
  ['a selection without a body', (s) => { delete s.constraints[0].a.body; }, 'constraints[0].a.body', 'missing', '"cube"'],
  ['a copy that is not there', (s) => { s.constraints[2].between[0].body = ['brick[0]', 'brick[3]']; }, 'constraints[2].between[0].body[1]', '"brick[3]"', '"brick[0]" to "brick[2]"'],
  ['a copy of what is not repeated', (s) => { s.constraints[0].a.body = 'cube[0]'; }, 'constraints[0].a.body', '"cube[0]"', 'write "cube"'],
  ['nodes of a plane', (s) => { s.constraints[0].a = { body: 'floor', nodes: [0] }; }, 'constraints[0].a.body', '"floor" is a plane', 'soft body'],
  ['a node index out of range', (s) => { s.constraints[0].a = { body: 'cube', nodes: [0, 700] }; }, 'constraints[0].a.nodes[1]', 'node 700', 'nodes run 0 to 26'],
  ['a negative node', (s) => { s.constraints[0].a = { body: 'cube', nodes: [-1] }; }, 'constraints[0].a.nodes[0]', '-1', 'whole number, 0 or more'],
  ['all, misspelt', (s) => { s.constraints[0].a = { body: 'cube', nodes: 'al' }; }, 'constraints[0].a.nodes', '"al"', 'did you mean "all"?'],
  ['a misspelt way to select', (s) => { s.constraints[0].a = { body: 'cube', nearst: [0, 0, 0] }; }, 'constraints[0].a.nearst', '"nearst"', 'did you mean "nearest"?'],
  ['no way to select', (s) => { s.constraints[0].a = { body: 'cube' }; }, 'constraints[0].a', 'nothing says which nodes', '"nodes" or "box"'],
  ['two ways to select', (s) => { s.constraints[0].a.nodes = 'all'; }, 'constraints[0].a', '"nodes" and "nearest"', 'give one of them'],
  ['a place and the name of a selection', (s) => { s.constraints[0].a = { name: 'top', nodes: 'all' }; }, 'constraints[0].a', '"nodes" and "name"', 'give one of them'],
  ['two places without a node in both', (s) => { s.constraints[0].a = { body: 'cube', nodes: [0], side: { normal: [0, 1, 0], offset: 0.5 } }; }, 'constraints[0].a', 'selects no node of body "cube"', '[-0.5, -0.5, -0.5] to [0.5, 0.5, 0.5]'],
  ['an empty selection', (s) => { s.constraints[0].a = { body: 'cube', side: { normal: [0, 1, 0], offset: 0.6 } }; }, 'constraints[0].a', 'selects no node of body "cube"', '[-0.5, -0.5, -0.5] to [0.5, 0.5, 0.5]'],
  ['a box inside out', (s) => { s.constraints[0].a = { body: 'cube', box: { min: [0, 1, 0], max: [1, 0, 1] } }; }, 'constraints[0].a.box.min[1]', "1 is over the box's highest, 0", 'swap'],
  ['a side without a direction', (s) => { s.constraints[0].a = { body: 'cube', side: { normal: [0, 0, 0] } }; }, 'constraints[0].a.side.normal', '[0,0,0]', 'not all zero'],
  ['an unknown region', (s) => { s.constraints[0].a = { body: 'cube', region: 'corners' }; }, 'constraints[0].a.region', '"corners"', 'did you mean "corner"?'],
  ['an unknown selection', (s) => { s.constraints[0].a = { name: 'tops' }; }, 'constraints[0].a.name', '"tops"', 'did you mean "top"?'],
  ['a named selection and a body', (s) => { s.constraints[0].a = { body: 'cube', name: 'top' }; }, 'constraints[0].a.body', '"top" has its body already', 'leave "body" out'],
  ['a named selection that is empty', (s) => { s.selections.top.side.offset = 9; }, 'selections.top', 'selects no node', '[-0.5, -0.5, -0.5]'],
  ['a point outside', (s) => { s.constraints[0].a = { body: 'cube', at: [0, 0, 0.6] }; }, 'constraints[0].a.at', '[0,0,0.6] is in no tet', '[0.5, 0.5, 0.5]'],
  ['a point of one corner', (s) => { s.constraints[0].a = { body: 'cube', point: { nodes: [1] } }; }, 'constraints[0].a.point.nodes', '[1]', 'two, three or four nodes'],
  ['weights that do not count up', (s) => { s.constraints[0].a = { body: 'cube', point: { nodes: [1, 2], weights: [1] } }; }, 'constraints[0].a.point.weights', 'there are 1; give 2 numbers', 'give 2 numbers'],
  ['a point on many bodies', (s) => { s.constraints[0].a = { body: 'brick', point: { nodes: [1, 2] } }; }, 'constraints[0].a.body', '"brick" are 3 bodies', '"brick[0]"'],
  // constraints
  ['an unknown kind of constraint', (s) => { s.constraints[0].kind = 'nails'; s.events.shift(); s.probes.splice(1, 1); }, 'constraints[0].kind', '"nails"', 'did you mean "nail"?'],
  ['two constraints with one id', (s) => { s.constraints[1].id = 'nail'; }, 'constraints[1].id', '"nail" is the id of constraints[0]', 'its own'],
  ['a nail to a body', (s) => { s.constraints[0].to = { body: 'brick', nodes: [0] }; }, 'constraints[0].to', '{"body":"brick","nodes":[0]}', 'a point [x, y, z]', '"join" holds bodies together'],
  ['a nail to a text', (s) => { s.constraints[0].to = 'there'; }, 'constraints[0].to', '"there"', 'a point [x, y, z] in metres or a path'],
  ['an unknown path', (s) => { s.constraints[0].to = { path: 'catmul-rom', times: [0, 1], points: [[0, 0, 0], [1, 0, 0]], }; }, 'constraints[0].to.path', '"catmul-rom"', 'did you mean "catmull-rom"?'],
  ['a path with times that do not increase', (s) => { s.constraints[0].to = { path: 'linear', times: [0, 0], points: [[0, 0, 0], [1, 0, 0]], }; }, 'constraints[0].to.times[1]', '0 s does not come after 0 s', 'increase'],
  ['a path with too few points', (s) => { s.constraints[0].to = { path: 'linear', times: [0, 1], points: [[0, 0, 0]] }; }, 'constraints[0].to.points', '1 points for 2 times', 'one each'],
  ['a join of one', (s) => { s.constraints[1].points.pop(); }, 'constraints[1].points', 'two or more points'],
  ['a join with many nodes', (s) => { s.constraints[1].points[0].nodes = [0, 1]; }, 'constraints[1].points[0]', 'selects 2 nodes', '"join-touching"'],
  ['a join of a node with itself', (s) => { s.constraints[1].points[1] = { body: 'cube', nodes: [0] }; }, 'constraints[1].points', 'node 0 of body "cube" is used twice', 'may not share a node'],
  ['touching with one body', (s) => { s.constraints[2].between = [{ body: 'cube', nodes: 'all' }]; }, 'constraints[2].between', 'one body, "cube"', 'Select more'],
  ['nothing that touches', (s) => { s.constraints[2].between = [{ body: ['cube', 'dust'], nodes: 'all' }]; }, 'constraints[2]', 'within 0.000001 m', 'larger "tolerance"'],
  ['a tolerance over the size of a cell', (s) => { s.constraints[2].tolerance = 1.1; }, 'constraints[2].tolerance', '1.1 m', 'of body "brick[0]"', 'give less'],
  ['a tolerance of nothing', (s) => { s.constraints[2].tolerance = 0; }, 'constraints[2].tolerance', '0 is not allowed', 'positive number in metres'],
  ['two constraints on one node, where that is refused', (s) => { s.defaults.method = { kind: 'local', conflicts: 'refuse' }; s.constraints[1].points[0] = { body: 'cube', nearest: [1, 1, 1] }; }, 'constraints[1]', 'node 26 of body "cube"', '"nail" (nail) and "knot" (join)', 'Release one'],
  ['two constraints that contradict each other', (s) => { s.constraints.push({ ...s.constraints[0], id: 'other', to: [0.5, 0.5, 0.25] }); }, 'constraints[4]', '"nail" (nail) and "other" (nail) contradict each other', '0.250 m remain', 'Release one'],
  ['nails that tear a rod', (s) => { s.constraints[1] = { id: 'bolt', kind: 'nail', a: { body: 'dust', nodes: 'all' } }; s.constraints.push({ id: 'knot', kind: 'join', points: [{ body: 'dust', nodes: [0] }, { body: 'dust', nodes: [1] }] }); }, 'constraints[4]', '"knot" (join)', 'contradict each other', '1.00 m remain'],
  ['an unknown plane', (s) => { s.constraints[3].plane = 'flor'; }, 'constraints[3].plane', '"flor"', 'did you mean "floor"?'],
  ['a plane that is none', (s) => { s.constraints[3].plane = 'cube'; }, 'constraints[3].plane', '"cube" is of kind "tet-springs"', '"floor"'],
  ['no plane at all', (s) => { s.bodies.pop(); }, 'constraints[3].plane', '"floor"', '"kind": "plane"'],
  ['a one-sided constraint by the local method', (s) => { delete s.constraints[3].method; }, 'constraints[3].method', '"local" holds equalities', 'Use "lagrange" or "reaction"'],
  ['an unknown method of a constraint', (s) => { s.constraints[3].method = 'reacton'; }, 'constraints[3].method', '"reacton"', 'did you mean "reaction"?'],
  ['a method with a wrong key', (s) => { s.constraints[3].method = { kind: 'reaction', omga: 5 }; }, 'constraints[3].method.omga', '"omga"', 'did you mean "omega"?'],
  ['none of its points can move', (s) => { s.bodies[0].fixed = { nodes: 'all' }; s.constraints.splice(1, 3); }, 'constraints[0]', 'none of its points can move', '"fixed"'],
  ['rods to many nodes', (s) => { s.constraints[1] = { id: 'knot', kind: 'distance', a: { body: 'dust', nodes: [0] }, b: { body: 'cube', nodes: 'all' }, method: 'reaction', }; }, 'constraints[1].b', 'selects 27 points', '"nearest"'],
  ['a rod of no length', (s) => { s.constraints[1] = { id: 'knot', kind: 'distance', a: { body: 'dust', nodes: [0] }, b: [0, 3, 0], method: 'reaction', }; }, 'constraints[1].length', 'at the same place', 'use "join"'],
  ['a ramp by force under the reaction method', (s) => { s.constraints[0].ramp = { by: 'force' }; s.constraints[0].method = 'reaction'; }, 'constraints[0].method', 'has no ramps by force', 'Use "local", or leave "ramp" out'],
  ['a ramp of no steps', (s) => { s.constraints[0].ramp = { steps: 0 }; }, 'constraints[0].ramp.steps', '0 is not allowed', '1 or more'],
  ['a ramp of steps and time', (s) => { s.constraints[0].ramp = { steps: 9, time: 1 }; }, 'constraints[0].ramp', '"steps" and "time"', 'give one'],
  ['a ramp by something else', (s) => { s.constraints[0].ramp = { by: 'gaol' }; }, 'constraints[0].ramp.by', '"gaol"', 'did you mean "goal"?'],
  ['a ramp that is a number', (s) => { s.constraints[0].ramp = 3; }, 'constraints[0].ramp', '3 is not allowed', '"steps"'],
  ['a method with a wrong option', (s) => { s.constraints[0].method = { kind: 'local', conflicts: 'refus' }; }, 'constraints[0].method.conflicts', '"refus"', 'did you mean "refuse"?'],
  ['a default method with a wrong key', (s) => { s.defaults.method = { kind: 'local', conflict: 'refuse' }; }, 'defaults.method.conflict', 'did you mean "conflicts"?'],
  ['a method of an unknown kind', (s) => { s.constraints[0].method = { kind: 'locale' }; }, 'constraints[0].method.kind', '"locale"', 'did you mean "local"?'],
  ['more pairs than nodes', (s) => { s.constraints[1] = { id: 'knot', kind: 'join-nearest', a: { body: 'cube', nodes: 'all' }, b: { body: 'dust', nodes: 'all' }, count: 3 }; }, 'constraints[1].count', '3 pairs of 27 and 2 nodes', 'at most 2'],
  ['pairs of nodes with themselves', (s) => { s.constraints[1] = { id: 'knot', kind: 'join-nearest', a: { body: 'dust', nodes: 'all' }, b: { body: 'dust', nodes: 'all' }, count: 2 }; }, 'constraints[1].count', 'only 1 of 2 pairs', 'give less'],
  ['a line of three nodes', (s) => { s.constraints[1] = { id: 'knot', kind: 'on-line', a: { body: 'dust', nodes: [0] }, line: { body: 'cube', nodes: [0, 1, 2] } }; }, 'constraints[1].line', 'selects 3 nodes of body "cube"', 'a line has 2'],
  ['a triangle between bodies', (s) => { s.constraints[1] = { id: 'knot', kind: 'on-triangle', a: { body: 'dust', nodes: [0] }, triangle: { body: 'brick', nodes: [0] } }; }, 'constraints[1].triangle', 'selects 3 nodes of 3 bodies', 'all of one body'],
  ['a tet whose corner is held in it', (s) => { s.constraints[1] = { id: 'knot', kind: 'in-tet', a: { body: 'cube', nodes: [1] }, tet: { body: 'cube', nodes: [0, 1, 2, 3] } }; }, 'constraints[1]', 'corner of the element that it is to be on'],
  ['a line without its ends', (s) => { s.constraints[1] = { id: 'knot', kind: 'on-line', a: { body: 'dust', nodes: [0] } }; }, 'constraints[1].line', 'line is missing'],
  ['a surface of particles', (s) => { s.constraints[1] = { id: 'knot', kind: 'on-surface', a: { body: 'cube', nodes: [0] }, surface: 'dust' }; }, 'constraints[1].surface', '"dust" is of kind "particles", not a body with a surface', '"cube", "brick[0]"'],
  ['a surface of many bodies', (s) => { s.constraints[1] = { id: 'knot', kind: 'on-surface', a: { body: 'dust', nodes: [0] }, surface: 'brick' }; }, 'constraints[1].surface', '"brick" are 3 bodies', 'such as "brick[0]"'],
  ['a surface of nothing', (s) => { s.constraints[1] = { id: 'knot', kind: 'on-surface', a: { body: 'dust', nodes: [0] }, surface: 'cub' }; }, 'constraints[1].surface', '"cub"', 'did you mean "cube"?'],
  ['an unknown mode', (s) => { s.constraints[1] = { id: 'knot', kind: 'on-surface', a: { body: 'dust', nodes: [0] }, surface: 'cube', mode: 'slid' }; }, 'constraints[1].mode', '"slid"', 'did you mean "slide"?'],
  ['a kind nearly known', (s) => { s.constraints[1].kind = 'on-surfce'; }, 'constraints[1].kind', '"on-surfce"', 'did you mean "on-surface"?'],
  ['a velocity of two numbers', (s) => { s.constraints[1] = { id: 'knot', kind: 'velocity', a: { body: 'dust', nodes: [0] }, velocity: [1, 2] }; }, 'constraints[1].velocity', 'three numbers [x, y, z] in m/s'],
  ['a velocity by the reaction method', (s) => { s.constraints[1] = { id: 'knot', kind: 'velocity', a: { body: 'dust', nodes: [0] }, velocity: [1, 2, 3], method: 'reaction' }; }, 'constraints[1].method', 'has no velocity constraints', 'Use "local"'],
  ['an aim of a velocity', (s) => { s.constraints[1] = { id: 'knot', kind: 'velocity', a: { body: 'dust', nodes: [0] }, velocity: [1, 2, 3] }; s.events[0] = { at: 1, do: 'aim', constraint: 'knot', to: [0, 0, 0] }; }, 'events[0].constraint', '"knot" is a velocity', 'Name a nail'],
  ['another integrator for a plane', (s) => { s.events[0] = { at: 1, do: 'set-integrator', body: 'floor', integrator: 'verlet' }; }, 'events[0].body', '"floor" is a plane'],
  ['an unknown integrator to come', (s) => { s.events[0] = { at: 1, do: 'set-integrator', body: '*', integrator: 'beman' }; }, 'events[0].integrator', '"beman"', 'did you mean "beeman"?'],
  ['an integrator to come that is not named', (s) => { s.events[0] = { at: 1, do: 'set-integrator', body: 'cube' }; }, 'events[0].integrator', 'integrator is missing'],
  ['a rod to a text', (s) => { s.constraints[1] = { id: 'knot', kind: 'distance', a: { body: 'dust', nodes: [0] }, b: 'wall' }; }, 'constraints[1].b', '"wall"', 'a point [x, y, z] in metres or a selection'],
  // events
  ['an event of an unknown sort', (s) => { s.events[0].do = 'deactivat'; }, 'events[0].do', '"deactivat"', 'did you mean "deactivate"?'],
  ['an event that says not when', (s) => { delete s.events[0].at; }, 'events[0]', 'nothing says when', '"at" or "when"'],
  ['an event at a time and a crossing', (s) => { s.events[0].when = { probe: 'energy', crosses: 0 }; }, 'events[0]', '"at" and "when"', 'give one'],
  ['an event before the start', (s) => { s.events[0].at = -1; }, 'events[0].at', '-1', 'zero or more'],
  ['an event with a unit', (s) => { s.events[0].at = '3 s'; }, 'events[0].at', '"3 s"', 'in seconds', ': 3.'],
  ['an event of an unknown constraint', (s) => { s.events[0].constraint = 'nial'; }, 'events[0].constraint', '"nial"', 'did you mean "nail"?'],
  ['an event on an unknown probe', (s) => { delete s.events[0].at; s.events[0].when = { probe: 'tap', component: 'y', crosses: 0 }; }, 'events[0].when.probe', '"tap"', 'did you mean "tip"?'],
  ['a crossing of three numbers', (s) => { delete s.events[0].at; s.events[0].when = { probe: 'tip', crosses: 0 }; }, 'events[0].when.component', 'three numbers', '"magnitude"'],
  ['a component of one number', (s) => { delete s.events[0].at; s.events[0].when = { probe: 'energy', component: 'x', crosses: 0 }; }, 'events[0].when.component', '"x"', 'leave "component" out'],
  ['an aim of what is no nail', (s) => { s.events[0] = { at: 1, do: 'aim', constraint: 'knot', to: [0, 0, 0] }; }, 'events[0].constraint', '"knot" is a join', 'Name a nail'],
  ['a force that nobody applies', (s) => { s.events[2].id = 'psh'; }, 'events[2].id', '"psh"', 'did you mean "push"?'],
  ['two forces of one name', (s) => { s.events.push({ ...s.events[1], at: 5 }); }, 'events[3].id', '"push" is the force of events[1]', 'its own'],
  ['a parameter that is not there', (s) => { s.events[0] = { at: 1, do: 'set', body: 'cube', parameter: 'strech', value: 1 }; }, 'events[0].parameter', '"strech"', 'did you mean "stretch"?'],
  ['a parameter of particles', (s) => { s.events[0] = { at: 1, do: 'set', body: 'dust', parameter: 'bulk', value: 1 }; }, 'events[0].parameter', '"dust" is particles', 'only "drag"'],
  ['an added constraint with a taken id', (s) => { s.events[0] = { at: 1, do: 'add', constraint: { ...s.constraints[0] } }; }, 'events[0].constraint.id', '"nail" is the id of constraints[0]', 'its own'],
  ['an added constraint of an unknown body', (s) => { s.events[0] = { at: 1, do: 'add', constraint: { id: 'new', kind: 'nail', a: { body: 'cubes', nodes: [0] } } }; }, 'events[0].constraint.a.body', '"cubes"', 'did you mean "cube"?'],
  // probes
  ['an unknown kind of probe', (s) => { s.probes[2].kind = 'totl-energy'; }, 'probes[2].kind', '"totl-energy"', 'did you mean "total-energy"?'],
  ['two probes with one id', (s) => { s.probes[2].id = 'tip'; }, 'probes[2].id', '"tip" is the id of probes[0]', 'its own'],
  ['a probe of an unknown constraint', (s) => { s.probes[1].constraint = 'neil'; }, 'probes[1].constraint', '"neil"', 'did you mean "nail"?'],
  ['a probe of a point that is not there', (s) => { s.probes[1].anchor = 2; }, 'probes[1].anchor', 'no point 2', '0 to 1'],
  ['a probe of many nodes', (s) => { s.probes[0].of.nodes = 'all'; }, 'probes[0].of', 'selects 27 nodes', '"nearest"'],
  ['the volume of points', (s) => { s.probes[2] = { id: 'v', kind: 'volume', body: 'dust' }; }, 'probes[2].body', '"dust" has no tets', 'tets'],
];
describe('wrong scenes, by path', () => {
  test.each(wrong)('%s', (_, spoil, path, ...words) => {
    const faults = faultsOf(spoilt(spoil));
    expect(faults.map((f) => f.path)).toEqual([path]);
    for (const word of words) expect(faults[0].message).toContain(word);
  });
});

test('a key that comes twice is told with both lines', () => {
  const faults = faultsOf(JSON.stringify(sound, null, 2).replace('"step": 0.002', '"step": 0.002,\n  "step": 0.001'));
  expect(faults).toEqual([
    { path: 'step', message: 'the key stands on line 4 already; leave one of them out.', line: 5, column: 3 },
  ]);
});

test('all faults come at once, of form and of sense, in the order of the file, and with their lines', () => {
  const text = spoilt((s) => {
    s.step = 0;
    s.bodies[0].densty = 100;
    s.bodies[2].mass = -1;
    s.constraints[0].a = { body: 'nobody', nodes: [0] };
    s.constraints[1].points = [
      { body: 'cube', nodes: [0] },
      { body: 'dust', nodes: [1] },
    ]; // both bodies are faulty
    s.constraints[2].between[0].body = 'brik';
    s.events[0].constraint = 'nial';
    s.events[1].frce = 1;
    s.probes[0].of.body = 'brik';
  });
  const faults = faultsOf(text);
  expect(faults.map((f) => f.path)).toEqual([
    'step',
    'bodies[0].densty',
    'bodies[2].mass',
    'constraints[0].a.body',
    'constraints[2].between[0].body',
    'events[0].constraint',
    'events[1].frce',
    'probes[0].of.body',
  ]);
  const lines = text.split('\n');
  for (const { path, line = 0, column = 0 } of faults) {
    const key = path.split('.').at(-1) as string;
    expect(lines[line - 1].slice(column - 1)).toMatch(new RegExp(`^"${key}"`));
  }
});

test('faults follow the order of keys in the file, whatever the order of the format', () => {
  const { bodies, probes, ...rest } = spoiltObject();
  const faults = faultsOf(JSON.stringify({ probes, ...rest, bodies }));
  expect(faults.map((f) => f.path)).toEqual(['probes[0].of.body', 'constraints[0].a.body', 'bodies[1].id']);
  function spoiltObject(): Spoilt {
    return JSON.parse(
      spoilt((s) => {
        s.probes[0].of.body = 'x';
        s.constraints[0].a.body = 'y';
        s.bodies[1].id = 'cube';
        s.constraints.splice(2, 1);
      }),
    );
  }
});

test('the message has a line for each fault', () => {
  const text = spoilt((s) => {
    s.step = -1;
    s.constraints[3].plane = 'flor';
  });
  expect(() => parseScene(text, 'bridge.json')).toThrow(
    'bridge.json: step — -1 is not allowed; give a positive number in seconds.\nbridge.json: constraints[3].plane — there is no body "flor"; did you mean "floor"?',
  );
});

test('faults of a scene made by a program are found too', () => {
  const def = parseScene(JSON.stringify(sound), 'x');
  const faultsIn = (spoil: (s: Spoilt) => void): readonly Fault[] => {
    const copy = structuredClone(def) as Spoilt;
    spoil(copy);
    try {
      buildScene(copy, 'x');
    } catch (error) {
      return (error as SceneError).faults;
    }
    return [];
  };
  expect(
    faultsIn((s) => {
      s.bodies[2].mass = Number.NaN;
    }),
  ).toEqual([
    { path: 'bodies[2].mass', message: 'NaN is not allowed; give a positive number in kg, or a list of them.' },
  ]);
  expect(
    faultsIn((s) => {
      s.step = Number.POSITIVE_INFINITY;
    })[0].message,
  ).toContain('Infinity is not allowed');
});

test('overrides are checked like the scene itself', () => {
  const text = JSON.stringify(sound);
  expect(faultsOf(text, { step: 0 })[0]).toMatchObject({
    path: 'step',
    message: expect.stringContaining('0 is not allowed'),
  });
  expect(faultsOf(text, { integrator: 'euler' })[0].path).toBe('defaults.integrator');
  expect(faultsOf(text, { method: 'locl' })[0].message).toContain('did you mean "local"?');
});

test('whatever a value is replaced by, the scene is built or its faults are told (seed 7)', () => {
  const places: (string | number)[][] = [];
  const walk = (value: unknown, path: (string | number)[]): void => {
    places.push(path);
    if (Array.isArray(value)) for (const [i, v] of value.entries()) walk(v, [...path, i]);
    else if (value && typeof value === 'object') for (const [k, v] of Object.entries(value)) walk(v, [...path, k]);
  };
  walk(sound, []);
  const odd = fc.oneof(
    fc.constantFrom(
      null,
      true,
      '',
      'cube',
      '*',
      [],
      {},
      [[]],
      0,
      -1,
      1e300,
      0.5,
      '5 cm',
      { body: 'cube' },
      { nodes: 'all' },
    ),
    fc.constantFrom([0, 0, 0], [1, 2], { kind: 'box' }, { kind: 'reaction' }, ['cube', 'cube'], { path: 'linear' }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...places.slice(1)), odd, (path, value) => {
      const text = spoilt((s) => {
        const holder = path.slice(0, -1).reduce((at, key) => at[key], s);
        holder[path.at(-1) as string] = value;
      });
      for (const { message, line } of faultsOf(text)) {
        expect(message.length).toBeGreaterThan(10);
        expect(message).not.toMatch(/undefined|\[object|Invalid input|Too (small|big)/);
        expect(line ?? 1).toBeGreaterThan(0);
      }
    }),
    { seed: 7, numRuns: 300 },
  );
}, 60_000);
