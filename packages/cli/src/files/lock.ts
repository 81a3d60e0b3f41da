/**
 * One writer per file: a lock file beside it names the process that writes. The lock of a process that has ended is void: the next
 * process takes it over. Node has no system locks, hence a file.
 */
import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { attempt, Failure } from '../base/failure.ts';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** when the process began, so that a later process with the same number is not mistaken for it; '' if it is not known */
  readonly began: string;
}

const lockOf = (path: string): string => `${path}.lock`;

/** Takes the lock of a file; the returned function releases it. `shown`: the name of the file in messages. */
export function lock(path: string, shown: string): () => void {
  const own = `${lockOf(path)}.${process.pid}`;
  attempt(`${shown} cannot be written`, () => writeFileSync(own, JSON.stringify(self())));
  try {
    // a link appears at once with its contents, or not at all if there is one already
    for (let tries = 0; tries < 10; tries++) {
      if (linked(own, lockOf(path), shown)) return () => rmSync(lockOf(path), { force: true });
      const found = textOf(lockOf(path));
      const holder = holderIn(found);
      if (holder && isAlive(holder)) throw new Failure(refusal(shown, path, holder));
      discard(lockOf(path), found);
    }
    throw new Failure(`${shown}: its lock ${lockOf(path)} cannot be taken; remove it if nothing writes the file.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** The living process that writes a file, if any, in a sentence. */
export function writerOf(path: string, shown: string): string | undefined {
  const holder = holderIn(textOf(lockOf(path)));
  return holder && isAlive(holder) ? refusal(shown, path, holder) : undefined;
}

function refusal(shown: string, path: string, { pid, host }: Holder): string {
  const where = host === hostname() ? '' : ` on ${host}; if that one has ended, remove ${lockOf(path)}`;
  return `${shown} is being written by another run (process ${pid}${where}). Wait for it to end, or give another file.`;
}

function self(): Holder {
  return { pid: process.pid, host: hostname(), began: beginningOf(process.pid) };
}
function linked(own: string, path: string, shown: string): boolean {
  return attempt(`${shown} cannot be written`, () => {
    try {
      linkSync(own, path);
      return true;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      if (!withoutLinks.has(code)) throw error;
    }
    try {
      copyFileSync(own, path, constants.COPYFILE_EXCL);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  });
}
/** Error codes of file systems without hard links. */
const withoutLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

/** Removes a void lock. If another run took it over meanwhile, it is put back. */
function discard(path: string, found: string): void {
  const away = `${path}.${process.pid}.old`;
  try {
    renameSync(path, away);
    if (textOf(away) !== found) linkSync(away, path);
  } catch {
    // another process was first
  }
  rmSync(away, { force: true });
}
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
function holderIn(text: string): Holder | undefined {
  try {
    const { pid, host, began } = JSON.parse(text) as Partial<Holder>;
    return Number.isSafeInteger(pid) && (pid as number) > 0
      ? { pid: pid as number, host: String(host), began: String(began) }
      : undefined;
  } catch {
    return undefined;
  }
}
/** Whether a process still runs. One on another machine counts as running. */
function isAlive({ pid, host, began }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return began === '' || began === beginningOf(pid);
}
/** On Linux: the start of a process, in ticks since the start of the machine. */
function beginningOf(pid: number): string {
  try {
    // the name in parentheses may hold spaces; the 20th word after it is the time
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    );
  } catch {
    return '';
  }
}
