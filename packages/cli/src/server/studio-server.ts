/**
 * Serves the studio's page, the examples and one scene file to a browser on this machine, and to no other machine: it listens
 * on the loopback interface and answers requests for its names only, so that other pages cannot reach it by DNS rebinding.
 */
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, sep } from 'node:path';
import { assetNames, companionsOf, parseScene } from '@pliant/io';
import { exampleFiles, exampleMeshes, listExamples } from '../base/examples.ts';
import { Failure } from '../base/failure.ts';

export interface StudioServerOptions {
  /** folder of the built page */
  readonly page: string;
  /** path of the scene to open with, read at every request */
  readonly scene?: string;
  /** 0: any that is free */
  readonly port: number;
  /** take the next port that is free if this one is in use */
  readonly orNext?: boolean;
}

/** How many ports are tried. */
const tries = 50;

const loopback = '127.0.0.1';

/** Scripts, workers and styles from here only; WebAssembly may be compiled; no frames, no requests elsewhere. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  // SharedArrayBuffer needs a page isolated from other origins
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vol': 'text/plain; charset=utf-8',
};

/** Starts serving; returns the address. */
export async function serveStudio(options: StudioServerOptions): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => refuse(response, 500, 'Internal error.'));
  });
  const last = options.orNext ? Math.min(options.port + tries - 1, 65535) : options.port;
  for (let port = options.port; ; port++) {
    try {
      await listening(server, port);
      return { server, address: `http://${loopback}:${(server.address() as AddressInfo).port}/` };
    } catch (error) {
      const busy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!busy || port >= last) throw whyNot(error as NodeJS.ErrnoException, options.port, last);
    }
  }
}
function listening(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, loopback, () => {
      server.off('error', fail);
      done();
    });
  });
}
function whyNot(error: NodeJS.ErrnoException, port: number, last: number): Error {
  const others = 'choose another with --port, or --port 0 for any that is free.';
  if (error.code === 'EADDRINUSE') {
    return new Failure(
      port === last ? `port ${port} is in use; ${others}` : `ports ${port} to ${last} are in use; ${others}`,
    );
  }
  if (error.code === 'EACCES') return new Failure(`port ${port} is reserved for the system; ${others}`);
  return error;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: StudioServerOptions): Promise<void> {
  if (!isLocal(request.headers.host))
    return refuse(response, 403, 'This server answers requests from this machine only.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'Only GET and HEAD are allowed.');
  }
  const path = decoded(request.url ?? '/');
  if (path === undefined) return refuse(response, 400, 'The address is not valid.');
  if (path === '/examples/index.json') return sendText(request, response, JSON.stringify(listExamples()));
  if (path === '/scene.json') {
    if (options.scene === undefined) return void response.writeHead(204, headers).end();
    return sendFile(request, response, options.scene);
  }
  const file = await fileAt(path, options);
  if (file === undefined) return refuse(response, 404, 'Not found.');
  return sendFile(request, response, file);
}

/** Examples and files of scenes are looked up in a list; no path is resolved. */
async function fileAt(path: string, { page, scene }: StudioServerOptions): Promise<string | undefined> {
  const [, id] = /^\/examples\/(.+)\.json$/.exec(path) ?? [];
  if (id !== undefined) return exampleFiles().get(id);
  const [, example] = /^\/examples\/(.+)$/.exec(path) ?? [];
  if (example !== undefined) return exampleMeshes().get(example);
  const [, beside] = /^\/scene\/(.+)$/.exec(path) ?? [];
  if (beside === undefined) return inside(page, path);
  // by its real path: a link named as a mesh would serve any file of this machine
  return scene !== undefined && (await filesOf(scene)).includes(beside) ? inside(dirname(scene), beside) : undefined;
}
/** The files that a scene names, and the buffers of glTF files among them; none while it has faults. */
async function filesOf(scene: string): Promise<string[]> {
  try {
    const named = assetNames(parseScene(await readFile(scene, 'utf8'), scene));
    const scenes = named.filter((name) => /\.(gltf|glb)$/i.test(name));
    const buffers = scenes.map(async (name) => companionsOf(name, await readFile(join(dirname(scene), name))));
    return [...named, ...(await Promise.all(buffers)).flat().map(({ name }) => name)];
  } catch {
    return [];
  }
}

function isLocal(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? '');
}
/** The path of an address, or undefined if it is not valid or contains "..". */
function decoded(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.split(/[?#]/)[0]);
    const climbs = path.includes('\0') || path.split(/[/\\]/).includes('..');
    return path.startsWith('/') && !climbs ? path : undefined;
  } catch {
    return undefined;
  }
}
/** The file of that path in a folder, if it is one and really lies in it, links followed. */
async function inside(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path.endsWith('/') ? `${path}index.html` : path));
    return file.startsWith(root + sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
  let size: number;
  try {
    const found = await stat(file);
    if (!found.isFile()) return refuse(response, 404, 'Not found.');
    size = found.size;
  } catch {
    return refuse(response, 404, 'Not found: the file was removed.');
  }
  // names in assets/ change with their contents
  const forGood = /[\\/]assets[\\/][^\\/]+$/.test(file);
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': size,
    'Cache-Control': forGood ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') return void response.end();
  // send no more than the announced length if the file grows meanwhile
  const stream = createReadStream(file, size ? { end: size - 1 } : {});
  stream.on('error', () => response.destroy());
  stream.pipe(response);
}
function sendText(request: IncomingMessage, response: ServerResponse, text: string): void {
  response.writeHead(200, {
    ...headers,
    'Content-Type': types['.json'],
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
function refuse(response: ServerResponse, status: number, words: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...headers, 'Content-Type': types['.txt'] }).end(`${words}\n`);
}
