/** Faults of mesh files. */
import { FileError, type Place } from '../base/file-error.ts';

export { type Place, truncatedRemedy } from '../base/file-error.ts';

/** Why a file cannot be read as a mesh: place, fact and remedy. */
export class MeshError extends FileError {
  override readonly name = 'MeshError';
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
