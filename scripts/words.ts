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

/** Phrases that pages and messages avoid, and what to say instead. */
export const phrases: Readonly<Record<string, string>> = {
  'will not do': 'is not allowed',
  'would do': 'the name of what to use',
  'in words': 'with a message',
  'came to': 'a summary of what happened',
  'is told': 'is reported',
  'are told': 'are reported',
  'be told': 'be reported',
  'what cannot be is': 'impossible requests',
  'has no use for': 'does not use',
  'have no use for': 'do not use',
  whoever: 'the name of who does it',
  'to and fro': 'back and forth',
  anew: 'again',
  'in vain': 'without success',
  'goes by': 'follows',
};

/** Names that keep such a word, by file, with the reason. */
export const allowed: Readonly<Record<string, string>> = {
  'engine/src/relations/rods/nock.ts reach': 'a field of the kind "nock" in the scene format',
  'io/src/scene/state.ts held': 'a key of saved states',
  'io/src/scene/state.ts off': 'a key of saved states',
  'io/src/scene/state-check.ts held': 'a key of saved states',
  'io/src/scene/state-check.ts off': 'a key of saved states',
};

/** Words that are the right ones in some places, with the reason. */
export const rightIn: readonly { readonly place: string; readonly word: string; readonly reason: string }[] = [
  {
    place: 'engine/src/methods/augmented/',
    word: 'gain',
    reason: 'the integral gain of a multiplier, and a key of scenes',
  },
  {
    place: 'engine/src/methods/augmented/',
    word: 'gains',
    reason: 'stiffness, damping and integral gain of a multiplier',
  },
  { place: 'engine/src/methods/index.ts', word: 'gain', reason: 'a key of scenes' },
  { place: 'engine/src/constraints/kinds/rods/nock.ts', word: 'reach', reason: 'a field of the kind "nock"' },
  { place: 'engine/src/constraints/kinds/rod-constraints.ts', word: 'reach', reason: 'a field of the kind "nock"' },
  {
    place: 'engine/src/methods/displacement/contacts/latched-contacts.ts',
    word: 'reach',
    reason: 'a field of the kind "nock"',
  },
  { place: 'studio/src/viewer/', word: 'held', reason: 'the name of a glyph' },
  { place: 'studio/src/viewer/stage/camera.ts', word: 'look', reason: 'where a camera looks' },
  { place: 'studio/src/viewer/viewport.ts', word: 'look', reason: 'where a camera looks' },
];

/** Rooms that are not checked yet; each leaves this list when its names are clean. */
export const unchecked: readonly string[] = [];
