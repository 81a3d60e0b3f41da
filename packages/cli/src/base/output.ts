/** Where the command writes: results to `out`, all else to `error`. The process's own streams, or a test's. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
  /** `error` is a terminal, on which progress can be redrawn */
  readonly terminal?: NodeJS.WriteStream;
  /** `error` is the process's own stream: another thread may write to its file */
  readonly stderr?: true;
  /** columns of `out`, if it is a terminal */
  readonly width?: number;
}

export const standardOutput: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  error: (text) => void process.stderr.write(`${text}\n`),
  stderr: true,
  ...(process.stdout.isTTY ? { width: process.stdout.columns } : {}),
  ...(process.stderr.isTTY ? { terminal: process.stderr } : {}),
};
