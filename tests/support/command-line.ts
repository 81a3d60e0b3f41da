/** Command lines of the scripts of this repository: --help prints the comment at a script's head, and what does not fit is told in a line (exit code 2). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** `script`: its `import.meta.url`. */
export function commandLine<const T extends ParseArgsConfig>(
  script: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    console.log(headOf(readFileSync(fileURLToPath(script), 'utf8')));
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    wrong(`${message.replace(/\.?$/, '.')} --help prints what there is.`);
  }
}
/** A whole number that was given to --name. */
export function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  wrong(`--${name}: "${text}" is not a whole number. Give one of at least ${least}.`);
}
export function wrong(message: string): never {
  console.error(message);
  process.exit(2);
}

/** The text of the first comment, without its marks. */
export function headOf(source: string): string {
  const [, text = ''] = /^\/\*\*\n([\s\S]*?)\n? \*\//.exec(source) ?? [];
  return text.replace(/^ \* ?/gm, '');
}
