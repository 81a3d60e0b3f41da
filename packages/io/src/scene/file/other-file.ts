/** What a file is that was given as a scene and is none, by the ending of its name, and what would do. */
import { meshEndings, volumeEndings } from '../../meshes/read-mesh.ts';

/** text: its own, which may be that of a scene under another name */
export function otherFile(name: string, text: string): string | undefined {
  const [, ending = ''] = /(\.[^./\\]+)$/.exec(name.toLowerCase()) ?? [];
  const base = name.replace(/^.*[/\\]/, '');
  if (ending === '' || ending === '.json') return undefined;
  if (meshEndings.includes(ending)) {
    const mesh = volumeEndings.includes(ending)
      ? `"mesh": { "kind": "file", "file": "${base}" }`
      : `"mesh": { "kind": "fill", "surface": "${base}", "size": 0.1 }`;
    return `this is a mesh, not a scene. Give a scene (.json) with a body that has ${mesh}.`;
  }
  if (ending === '.plr')
    return 'this is a recording, not a scene. "pliant replay" runs it again, and "pliant export" makes a film of it.';
  if (text.trimStart().startsWith('{')) return undefined;
  return `this is not a scene: a scene is a JSON text (.json), an object { "pliant": 1, ... }.`;
}
