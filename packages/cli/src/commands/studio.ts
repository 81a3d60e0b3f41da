import { dirname } from 'node:path';
import { buildScene, SceneError } from '@pliant/io';
import type { Command } from 'commander';
import { findScene } from '../base/examples.ts';
import { port } from '../base/options.ts';
import type { Output } from '../base/output.ts';
import { builtFile } from '../base/studio-folder.ts';
import { openScene } from '../files/scene.ts';
import { serveStudio } from '../server/studio-server.ts';

/** Not a port of common development servers. */
const defaultPort = 7460;

export function addStudio(program: Command, output: Output): void {
  program
    .command('studio')
    .description('Serve the studio to browsers on this machine only. Ctrl-C ends it.')
    .argument('[scene]', 'a scene file, or the id of an example, to open with')
    .option('--port <p>', `port, or 0 for any that is free (default: ${defaultPort}, or the next that is free)`, port)
    .addHelpText('after', '\nExamples:\n  pliant studio\n  pliant studio bridge.json --port 8080')
    .action((scene: string | undefined, options: { port?: number }) => studio(scene, options.port, output));
}

async function studio(given: string | undefined, wanted: number | undefined, output: Output): Promise<void> {
  const scene = given === undefined ? undefined : findScene(given).path;
  const page = dirname(builtFile('index.html'));
  if (given !== undefined) await remark(given, output);
  const { server, address } = await serveStudio({
    page,
    ...(scene === undefined ? {} : { scene }),
    port: wanted ?? defaultPort,
    orNext: wanted === undefined,
  });
  const { port } = new URL(address);
  if (wanted === undefined && port !== `${defaultPort}`) output.error(`Port ${defaultPort} is in use; using ${port}.`);
  output.out(`Pliant studio: ${address}`);
  await new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
  server.closeAllConnections();
  server.close();
}

/** A scene with faults is opened too, so that it can be corrected in the studio. */
async function remark(given: string, output: Output): Promise<void> {
  try {
    const { def, label, assets } = await openScene(given);
    buildScene(def, label, {}, assets);
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    output.error(error.message);
  }
}
