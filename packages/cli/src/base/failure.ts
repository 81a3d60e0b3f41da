/** Errors that a sentence explains to the user. All other errors are bugs of the program. */

/** The run failed, or its input is faulty: exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A recording ends early, and is correct up to there: exit code 3. */
export class CutError extends Error {
  override readonly name = 'CutError';
  readonly exitCode = 3;
}
/** The command was stopped by a signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would be too large for the disk',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  EPIPE: 'the program that read it has ended',
  ELOOP: 'its links form a cycle',
};
/** The reason of a system error, as a clause. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
/** Runs a file operation; a system error becomes a Failure with the file and the reason. */
export function attempt<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Failure(`${what}: ${reason(error)}.`);
  }
}
