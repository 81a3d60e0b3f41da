/** Films by ffmpeg, for browsers without an encoder of the format. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../base/failure.ts';
import { programNamed } from './chromium.ts';
import { write } from './job.ts';

const codecs: Readonly<Record<string, readonly string[]>> = {
  mp4: ['-c:v', 'libx264', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9'],
};

/** pictures: PNG files, `rate` of them a second */
export async function encodeWithFfmpeg(
  out: string,
  format: string,
  rate: number,
  pictures: AsyncIterable<Uint8Array>,
): Promise<void> {
  const ffmpeg = programNamed('ffmpeg');
  if (ffmpeg === undefined) {
    throw new Failure(
      `${out}: this browser cannot encode .${format} films, and ffmpeg was not found. Install ffmpeg or another Chromium, or export .png pictures.`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'pliant-film-'));
  try {
    const film = join(folder, `film.${format}`);
    const input = ['-f', 'image2pipe', '-framerate', String(rate), '-i', '-'];
    await piped(out, ffmpeg, [...input, ...codecs[format], '-pix_fmt', 'yuv420p', film], pictures);
    write(out, readFileSync(film));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs ffmpeg and writes the pictures to its input; stops drawing when it ends early. */
async function piped(
  out: string,
  ffmpeg: string,
  args: readonly string[],
  pictures: AsyncIterable<Uint8Array>,
): Promise<void> {
  const child = spawn(ffmpeg, ['-y', '-loglevel', 'error', ...args], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  let over = false;
  const ended = new Promise<number | null>((done) => {
    child.on('error', ({ message }) => {
      said += message;
      done(null);
    });
    child.on('close', done);
  }).finally(() => {
    over = true;
  });
  child.stdin.on('error', () => {}); // its own words say why it ended
  for await (const png of pictures) {
    if (over) break;
    if (!child.stdin.write(png)) {
      await Promise.race([ended, new Promise((next) => child.stdin.once('drain', next))]);
    }
  }
  child.stdin.end();
  const status = await ended;
  const reason = said.trim().split('\n').at(-1) || `it ended with code ${status}`;
  if (status !== 0) throw new Failure(`${out}: ffmpeg failed: ${reason}`);
}
