/** GLB by glTF-Transform: a mesh for each region, all on the same vertices, in single precision as glTF demands. */
import type { MeshWriter } from './format.ts';
import { byRegion, surfaceOf } from './surface.ts';

export const glbWriter: MeshWriter = {
  name: 'GLB',
  endings: ['.glb'],
  async write(mesh) {
    const { Document, Logger, WebIO } = await import('@gltf-transform/core');
    const { points, triangles, names, notices } = surfaceOf(mesh);
    const rounded = points.some((x) => Math.fround(x) !== x);
    const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
    const buffer = document.createBuffer();
    const scene = document.createScene();
    const position = document.createAccessor().setType('VEC3').setArray(Float32Array.from(points)).setBuffer(buffer);
    const large = points.length / 3 > 65535;
    for (const [region, list] of byRegion(triangles)) {
      const indices = new (large ? Uint32Array : Uint16Array)(3 * list.length);
      for (const [i, t] of list.entries()) indices.set(triangles.nodes.subarray(3 * t, 3 * t + 3), 3 * i);
      const part = document
        .createPrimitive()
        .setAttribute('POSITION', position)
        .setIndices(document.createAccessor().setType('SCALAR').setArray(indices).setBuffer(buffer));
      const name = names.get(region) ?? (region ? `region-${region}` : '');
      scene.addChild(document.createNode(name).setMesh(document.createMesh(name).addPrimitive(part)));
    }
    const bytes = await new WebIO().setLogger(document.getLogger()).writeBinary(document);
    const lost = rounded ? ['coordinates were rounded to single precision.'] : [];
    return { files: new Map([['.glb', bytes]]), notices: [...notices, ...lost] };
  },
};
