import { readFileSync } from 'node:fs';

/** Where the command writes: the process's own streams, or a test's. */
export interface Output {
  out: (line: string) => void;
  error: (line: string) => void;
}

const help = `pliant: deformable bodies under geometric constraints that hold exactly

usage: pliant [--version | --help]

Commands arrive with the scene format.`;

/** Runs the command line and returns the exit code: 0 when done, 2 when the arguments make no sense. */
export function main(args: readonly string[], { out, error }: Output): number {
  const first = args[0] ?? '--help';
  if (first === '--help' || first === '-h' || first === 'help') {
    out(help);
    return 0;
  }
  if (first === '--version' || first === '-v') {
    out(packageVersion());
    return 0;
  }
  const what = first.startsWith('-') ? 'option' : 'command';
  error(`pliant: unknown ${what} "${first}". Commands arrive with the scene format; try "pliant --help".`);
  return 2;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
