import type { Command } from 'commander';
import type { Output } from '../output.ts';
export function addExport(_program: Command, _output: Output): void {}
