import { jsonText, sceneJsonSchema } from '@pliant/io';
import type { Command } from 'commander';
import type { Output } from '../base/output.ts';

export function addSchema(program: Command, output: Output): void {
  program
    .command('schema')
    .description('Print the JSON Schema of scene files. With it, an editor completes and checks what you type.')
    .addHelpText(
      'after',
      '\nExamples:\n  pliant schema > pliant.schema.json\n  and in the scene, or in the editor\'s settings: "$schema": "./pliant.schema.json"',
    )
    .action(() => output.out(jsonText(sceneJsonSchema())));
}
