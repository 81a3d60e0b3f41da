import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveStudio } from './studio-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pliant-studio-'));
const page = join(folder, 'page');
const scene = (...bodies: object[]): string => JSON.stringify({ pliant: 1, name: 's', step: 1e-3, bodies });
let server: Server;
let port: number;

beforeAll(async () => {
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const mesh = { kind: 'file', file: 'meshes/two.vol' };
  const body = { id: 'b', kind: 'tet-springs', mesh, density: 1, stretch: 1 };
  const links = ['out.vol', 'in.vol'].map((file) => ({
    ...body,
    id: file,
    mesh: { kind: 'file', file: `meshes/${file}` },
  }));
  const filled = { ...body, id: 'filled', mesh: { kind: 'fill', surface: 'meshes/hull.gltf', size: 1 } };
  writeFileSync(join(folder, 'scene.json'), scene(body, filled, ...links));
  mkdirSync(join(folder, 'meshes'));
  const gltf = { asset: { version: '2.0' }, buffers: [{ uri: 'hull%20data.bin', byteLength: 4 }] };
  writeFileSync(join(folder, 'meshes', 'hull.gltf'), JSON.stringify(gltf));
  writeFileSync(join(folder, 'meshes', 'hull data.bin'), 'data');
  writeFileSync(`${folder}-outside`, 'secret');
  symlinkSync(`${folder}-outside`, join(folder, 'meshes', 'out.vol'));
  symlinkSync(join(folder, 'meshes', 'two.vol'), join(folder, 'meshes', 'in.vol'));
  writeFileSync(join(folder, 'meshes', 'two.vol'), 'mesh3d');
  writeFileSync(join(folder, 'meshes', 'other.vol'), 'secret');
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(page, 'assets', 'index-1a2b.js'), 'export {};');
  writeFileSync(join(page, 'empty.css'), '');
  symlinkSync(join(folder, 'secret.txt'), join(page, 'link.txt'));
  const started = await serveStudio({ page, scene: join(folder, 'scene.json'), port: 0 });
  server = started.server;
  port = Number(new URL(started.address).port);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
  rmSync(`${folder}-outside`);
});

/** A request whose path nobody tidies up on the way. */
function ask(path: string, options: { method?: string; host?: string; at?: number } = {}) {
  const { method = 'GET', host = `127.0.0.1:${port}`, at = port } = options;
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((done, fail) => {
    const asked = request({ host: '127.0.0.1', port: at, path, method, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on('error', fail).end();
  });
}

test('the page, its parts and the scene are served with their types', async () => {
  expect(await ask('/')).toMatchObject({ status: 200, body: expect.stringContaining('<title>page') });
  expect((await ask('/?a=1')).status).toBe(200);
  const script = await ask('/assets/index-1a2b.js');
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect(await ask('/empty.css')).toMatchObject({ status: 200, body: '' });
  expect((await ask('/scene.json')).body).toContain('"pliant":1');
  expect(await ask('/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
});

test('meshes: those that the scene names, and those of the examples', async () => {
  expect(await ask('/scene/meshes/two.vol')).toMatchObject({ status: 200, body: 'mesh3d' });
  const wheel = await ask('/examples/hong/wheel.vol');
  expect(wheel.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(wheel.body.startsWith('mesh3d')).toBe(true);
});

test('the buffers of a glTF file that the scene names, and no other file beside it', async () => {
  expect(await ask('/scene/meshes/hull%20data.bin')).toMatchObject({ status: 200, body: 'data' });
  expect((await ask('/scene/meshes/other.vol')).status).toBe(404);
});

test('a link named as a mesh is followed inside the folder of the scene, not out of it', async () => {
  expect(await ask('/scene/meshes/in.vol')).toMatchObject({ status: 200, body: 'mesh3d' });
  expect((await ask('/scene/meshes/out.vol')).status).toBe(404);
});

test('a busy port: the next one if that is allowed', async () => {
  const next = await serveStudio({ page, port, orNext: true });
  next.server.close();
  expect(Number(new URL(next.address).port)).toBeGreaterThan(port);
  await expect(serveStudio({ page, port })).rejects.toThrow(`port ${port} is in use; choose another`);
});

test.each(['/', '/scene.json', '/nothing', '/examples/index.json'])(
  '%s: isolated, strict, not sniffed',
  async (path) => {
    const { headers } = await ask(path);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("'unsafe-eval'");
    expect(policy.replace('wasm-unsafe-eval', '')).not.toMatch(/script-src[^;]*unsafe/);
  },
);

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '//../secret.txt',
  '/examples/../../package.json',
  '/examples/%2e%2e/%2e%2e/package.json',
  '/examples/hong/README.md',
  '/scene/meshes/other.vol',
  '/scene/secret.txt',
  '/scene/../secret.txt',
  '/scene/meshes/',
  '/link.txt',
  '/%00',
  '/%zz',
  '/assets',
  '/assets/',
  'http://elsewhere/secret.txt',
])('%s gives nothing away', async (path) => {
  const { status, body } = await ask(path);
  expect([400, 404]).toContain(status);
  expect(body).not.toContain('secret');
  expect(body.length).toBeLessThan(80);
});

test('names of other machines, and anything but reading, are refused', async () => {
  expect((await ask('/', { host: 'evil.example' })).status).toBe(403);
  expect((await ask('/', { host: `localhost:${port}` })).status).toBe(200);
  expect((await ask('/', { host: '127.0.0.1.evil.example' })).status).toBe(403);
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask('/', { method })).status).toBe(405);
});

test('it listens on the loopback only', async () => {
  expect(server.address()).toMatchObject({ address: '127.0.0.1' });
  // what is not HTTP does not bring it down
  await new Promise<void>((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('nonsense\r\n\r\n'));
    socket.on('close', () => done()).resume();
  });
  expect((await ask('/')).status).toBe(200);
});

test('a port that is in use is named', async () => {
  await expect(serveStudio({ page, port })).rejects.toThrow(`port ${port} is in use; choose another with --port`);
});

test('without a scene, /scene.json is empty; a scene that is gone is not found', async () => {
  const without = await serveStudio({ page, port: 0 });
  expect((await ask('/scene.json', { at: Number(new URL(without.address).port) })).status).toBe(204);
  without.server.close();
  const gone = await serveStudio({ page, scene: join(folder, 'gone.json'), port: 0 });
  expect((await ask('/scene.json', { at: Number(new URL(gone.address).port) })).status).toBe(404);
  gone.server.close();
});
