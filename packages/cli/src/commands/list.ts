import type { Command } from 'commander';
import { listExamples } from '../base/examples.ts';
import type { Output } from '../base/output.ts';

/** Columns if the width of the terminal is unknown; and the least for the text beside an id. */
const usualWidth = 100;
const leastRoom = 30;

export function addList(program: Command, output: Output): void {
  program
    .command('list')
    .description('List the scenes that come with Pliant. Give their ids to run, validate and studio.')
    .option('--json', 'print JSON: [{ id, name, description }]')
    .addHelpText('after', '\nExamples:\n  pliant list\n  pliant list --json')
    .action(({ json }: { json?: boolean }) => {
      const examples = listExamples();
      if (json) return output.out(JSON.stringify(examples, null, 2));
      const width = Math.max(0, ...examples.map(({ id }) => id.length));
      const room = Math.max(leastRoom, (output.width ?? usualWidth) - width - 2);
      for (const { id, name, description } of examples) {
        const [first = '', ...rest] = [...wrapped(name, room), ...wrapped(description, room)];
        output.out(`${id.padEnd(width)}  ${first}`);
        for (const line of rest) output.out(`${' '.repeat(width)}  ${line}`);
      }
      if (!examples.length) output.error('pliant: there are no examples. Install the package again.');
    });
}

/** Lines of whole words; a word that is longer than a line gets its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
