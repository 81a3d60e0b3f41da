/** The process around the command line. */
import { main } from './main.ts';

// `pliant list | head -1` closes the pipe early; that is not an error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await main(process.argv.slice(2));
