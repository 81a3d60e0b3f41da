/**
 * The rooms of each package, in the order of import: a room imports from itself and from rooms above it in its list. Files
 * beside the rooms (index.ts and the like) may import from all of them.
 */
export interface Rooms {
  readonly order: readonly string[];
  /** folders that may hold more sources, and why */
  readonly exceptions?: Readonly<Record<string, string>>;
}

/** Sources in a folder, at most. */
export const mostSources = 14;

/** Lines of a source, at most, and of the median one. A header that says `Long because ...` excuses a source. */
export const mostLines = 400;
export const mostMedianLines = 150;
/** Sources that are longer and are still to be divided. */
export const toBeDivided: readonly string[] = [];

/** What each package may import. */
export const packageOrder: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  io: ['engine'],
  cli: ['engine', 'io', 'studio'],
  studio: ['engine', 'io'],
};

export const rooms: Readonly<Record<string, Rooms>> & { readonly engine: Rooms } = {
  engine: {
    order: [
      'base',
      'kernel/formula',
      'kernel/compile',
      'kernel/threads',
      'kernel/run',
      'linalg/pattern',
      'linalg/ordering',
      'linalg',
      'geometry',
      'meshes',
      'paths',
      'state',
      'materials',
      'bodies',
      'relations',
      'anchors',
      'integrators',
      'forces',
      'constraints',
      'solve',
      'methods',
      'contact',
      'dynamics',
      'world',
      'tracking',
      'record',
    ],
  },
  io: {
    order: ['base', 'kernels', 'meshes', 'motion', 'scene', 'recording', 'export', 'spy', 'sweep', 'calibrate', 'fit'],
  },
  cli: {
    order: ['base', 'threads', 'files', 'run', 'results', 'sweep', 'server', 'commands'],
  },
  studio: { order: ['base', 'viewer', 'protocol', 'worker', 'report', 'store', 'panels'] },
};
