/** A Redis server of our own on a free loopback port, kept in memory only. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';

const found = (): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
/** Why there is none; undefined if there is. install: by apt, if that is at hand. */
export function redisMissing(install = false): string | undefined {
  if (found()) return undefined;
  if (!install) return 'redis-server is not installed';
  try {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], { stdio: 'ignore' });
  } catch {
    return 'redis-server is not installed, and apt-get cannot install it here';
  }
  return found() ? undefined : 'apt-get installed redis-server, and it does not run';
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

export interface OwnRedis {
  readonly url: string;
  stop(): Promise<void>;
}
export async function startRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  const gone = new Promise<void>((done) => child.on('exit', () => done()));
  const url = `redis://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.ping();
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((next) => setTimeout(next, 100));
    } finally {
      client.disconnect();
    }
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
