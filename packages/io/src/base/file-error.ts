/** Faults of files, with their place. */

/** Where in a file something is wrong: a line of a text, counted from 1, or a byte, counted from 0. */
export interface Place {
  readonly line?: number;
  readonly byte?: number;
}

/** Why a file cannot be read: where, what, and what would do. */
export class FileError extends Error {
  readonly place: Place;

  /** place: left out for the file as a whole */
  constructor(message: string, place: Place = {}) {
    const { line, byte } = place;
    super(line !== undefined ? `line ${line}: ${message}` : byte !== undefined ? `byte ${byte}: ${message}` : message);
    this.place = place;
  }
}

/** The remedy for a file that ends too early. */
export const truncatedRemedy = 'The file was cut off; copy or export it again.';
