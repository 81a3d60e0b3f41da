/** Words that names in the code avoid, the words of the field to use instead, and exceptions with their reasons. */

/** The word to avoid, as a part of a name, and what to say. Two words stand for two consecutive parts: letGo, let-go. */
export const avoided: Readonly<Record<string, string>> = {
  'let go': 'deactivate, release',
  'let be': 'tolerance, stagnation',
  taking: 'active set, activate',
  meet: 'intersect, satisfy, contact',
  look: 'check, update, observe',
  aims: 'target, driver',
  lead: 'driver, target',
  leads: 'driver, target',
  led: 'driven, prescribed',
  leading: 'driver, target',
  held: 'constraint state, fixed',
  holding: 'constraint set, active',
  machine: 'program',
  gain: 'compliance',
  gains: 'compliances',
  kick: 'velocity compliance, impulse',
  share: 'activation, fraction',
  shares: 'fractions',
  reach: 'lookahead, distance, limit',
  carried: 'condensed',
  off: 'residual, error, deviation',
  print: 'fingerprint',
  dode: 'rod, centreline',
};

/** Names that keep such a word, by file, with the reason. */
export const allowed: Readonly<Record<string, string>> = {
  'engine/src/relations/rods/nock.ts reach': 'a field of the kind "nock" in the scene format',
  'io/src/scene/state.ts held': 'a key of saved states',
  'io/src/scene/state.ts off': 'a key of saved states',
  'io/src/scene/state-check.ts held': 'a key of saved states',
  'io/src/scene/state-check.ts off': 'a key of saved states',
};

/** Rooms that are not checked yet; each leaves this list when its names are clean. */
export const unchecked: readonly string[] = [
  'engine/src/kernel',
  'engine/src/linalg',
  'engine/src/state',
  'engine/src/integrators',
  'engine/src/forces',
  'engine/src/constraints',
  'engine/src/solve',
  'engine/src/methods',
  'engine/src/dynamics',
  'studio/src',
];
