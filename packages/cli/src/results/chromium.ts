/** Finds the browser that draws pictures: PLIANT_CHROMIUM, or Chromium or Chrome where they usually are. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { env, platform } from 'node:process';
import { Failure } from '../base/failure.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Whether a path is an executable file. */
function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
/** A program on the PATH; the first of the names that is there. */
export function programNamed(...wanted: readonly string[]): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const ending = platform === 'win32' ? '.exe' : '';
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name + ending))).find(isProgram);
}

function usualPlaces(): string[] {
  if (platform === 'darwin') {
    return ['/Applications', join(env.HOME ?? '/', 'Applications')].flatMap((folder) =>
      ['Chromium', 'Google Chrome'].map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`),
    );
  }
  if (platform !== 'win32') return [];
  return [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].flatMap((folder) =>
    folder === undefined
      ? []
      : ['Chromium', 'Google\\Chrome'].map((app) => join(folder, app, 'Application', 'chrome.exe')),
  );
}

export function chromiumPath(what: string): string {
  const chosen = env.PLIANT_CHROMIUM;
  if (chosen !== undefined && chosen !== '') {
    if (isProgram(chosen)) return chosen;
    throw new Failure(`PLIANT_CHROMIUM: "${chosen}" is not a program. Give the path of Chromium or Chrome.`);
  }
  const found = programNamed(...names) ?? usualPlaces().find(isProgram);
  if (found !== undefined) return found;
  throw new Failure(
    `${what}: pictures are drawn by Chromium or Chrome, and neither was found. Install one, or set PLIANT_CHROMIUM to its program.`,
  );
}
