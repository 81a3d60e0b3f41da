/** What goes wrong in a way that a sentence explains. Everything else is a mistake of ours. */

/** The run, or what it was given to work on, failed: exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A recording ends early, and what there is of it is right: exit code 3. */
export class CutError extends Error {
  override readonly name = 'CutError';
  readonly exitCode = 3;
}
/** Somebody stopped the command, which has said all there is to say. */
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
  EFBIG: 'it would be too big for the disk',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  EPIPE: 'its reader has gone',
  ELOOP: 'the link leads in a circle',
};
/** Why the system refused, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}
/** Does something with a file; if the system refuses, says which file and why. */
export function attempt<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Failure(`${what}: ${reason(error)}.`);
  }
}
