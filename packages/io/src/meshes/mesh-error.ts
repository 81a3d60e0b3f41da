/** Where in a file something is wrong: a line of a text, counted from 1, or a byte, counted from 0. */
export interface Place {
  readonly line?: number;
  readonly byte?: number;
}

/** Why a file is no mesh: where, what, and what would do. */
export class MeshError extends Error {
  override readonly name = 'MeshError';
  readonly place: Place;

  /** place: left out for the file as a whole */
  constructor(message: string, place: Place = {}) {
    const { line, byte } = place;
    super(line !== undefined ? `line ${line}: ${message}` : byte !== undefined ? `byte ${byte}: ${message}` : message);
    this.place = place;
  }
}

/** Runs something; a fault of it that knows no place gets this one. */
export function atPlace<T>(place: Place, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof MeshError) || error.place.line !== undefined || error.place.byte !== undefined) throw error;
    throw new MeshError(error.message, place);
  }
}

/** The remedy for a file that ends too early. */
export const truncatedRemedy = 'The file was cut off; copy or export it again.';
