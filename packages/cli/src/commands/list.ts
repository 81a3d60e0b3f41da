import type { Command } from 'commander';
import { listExamples } from '../base/examples.ts';
import type { Output } from '../base/output.ts';

export function addList(program: Command, output: Output): void {
  program
    .command('list')
    .description('List the scenes that come with Pliant. Their ids are what run, validate and studio take.')
    .option('--json', 'as JSON: [{ id, name, description }]')
    .addHelpText('after', '\nExamples:\n  pliant list\n  pliant list --json')
    .action(({ json }: { json?: boolean }) => {
      const examples = listExamples();
      if (json) return output.out(JSON.stringify(examples, null, 2));
      const width = Math.max(0, ...examples.map(({ id }) => id.length));
      for (const { id, name, description } of examples) {
        output.out(`${id.padEnd(width)}  ${name}`);
        if (description) output.out(`${' '.repeat(width)}  ${description}`);
      }
      if (!examples.length) output.error('pliant: there are no examples here.');
    });
}
