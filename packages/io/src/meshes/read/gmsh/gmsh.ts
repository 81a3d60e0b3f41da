/**
 * Gmsh (.msh): versions 1, 2 to 2.2 and 4.1, as text and binary. This file reads the format line and the sections; the
 * bodies of $Nodes and $Elements differ by version and are in gmsh-2.ts and gmsh-4.ts.
 */
import type { MeshData } from '../../mesh-data.ts';
import { MeshError } from '../../mesh-error.ts';
import { ByteReader } from '../scan/byte-reader.ts';
import { beginning, type MeshFormat } from '../scan/format.ts';
import { Scanner, shown } from '../scan/scanner.ts';
import { readElements2, readNodes2 } from './gmsh-2.ts';
import { readElements4, readEntities4, readNodes4 } from './gmsh-4.ts';
import { emptyFile, type GmshFile, type GmshNodes } from './gmsh-file.ts';
import { physicalName } from './gmsh-regions.ts';

export const gmsh: MeshFormat = {
  name: 'Gmsh mesh',
  endings: ['.msh', '.msh2', '.msh4'],
  volume: true,
  matches: (bytes) => /^\s*\$(MeshFormat|NOD|Comments)\s/.test(beginning(bytes)),
  read: readGmsh,
};

function readGmsh(bytes: Uint8Array): MeshData {
  const scanner = new Scanner(bytes);
  let file: GmshFile | undefined;
  let nodes: GmshNodes | undefined;
  let elements = false;
  while (scanner.skip()) {
    const { at } = scanner;
    const word = scanner.word();
    const refuse = (message: string): never => {
      scanner.at = at;
      return scanner.fail(message);
    };
    if (!word.startsWith('$')) {
      if (!file) throw new MeshError('this is not a Gmsh mesh: it does not begin with "$MeshFormat" or "$NOD".');
      refuse(`${shown(word)} stands where a section should begin; is the count of the one before right?`);
    }
    if (word === '$MeshFormat') {
      if (file) refuse('"$MeshFormat" occurs twice; leave one of them out.');
      file = readFormat(scanner);
      continue;
    }
    if (word === '$NOD') file ??= emptyFile(scanner, 1);
    if (!file && word !== '$Comments') refuse(`"$MeshFormat" should stand before ${shown(word)}.`);
    switch (word) {
      case '$PhysicalNames':
        readNames(file as GmshFile);
        break;
      case '$Entities':
        if ((file as GmshFile).version >= 4) readEntities4(file as GmshFile);
        else passOver(scanner, word);
        break;
      case '$NOD':
      case '$Nodes': {
        if (nodes) refuse(`${shown(word)} occurs twice; leave one of them out.`);
        nodes = (file as GmshFile).version >= 4 ? readNodes4(file as GmshFile) : readNodes2(file as GmshFile);
        scanner.expect(word === '$NOD' ? '$ENDNOD' : '$EndNodes');
        break;
      }
      case '$ELM':
      case '$Elements':
        if (elements) refuse(`${shown(word)} occurs twice; leave one of them out.`);
        elements = true;
        if ((file as GmshFile).version >= 4) readElements4(file as GmshFile);
        else readElements2(file as GmshFile);
        scanner.expect(word === '$ELM' ? '$ENDELM' : '$EndElements');
        break;
      default:
        passOver(scanner, word);
    }
  }
  if (!file || !nodes) return scanner.ended(file && file.version < 2 ? '"$NOD"' : '"$Nodes"');
  if (!elements) scanner.ended(file.version < 2 ? '"$ELM"' : '"$Elements"');
  const { builder, regions, version, binary } = file;
  regions.tell(builder);
  return builder.finish({
    format: `Gmsh ${version === 1 ? '1.0' : version}, ${binary ? 'binary' : 'ASCII'}`,
    ...nodes,
    regionsOf: (keys) => regions.regionsOf(keys),
  });
}

function readFormat(scanner: Scanner): GmshFile {
  const { at } = scanner;
  const version = scanner.float('version');
  const kind = scanner.id('file type');
  const size = scanner.id('data size');
  const refuse = (message: string): never => {
    scanner.at = at;
    scanner.skip();
    return scanner.fail(message);
  };
  const known = version === 1 || (version >= 2 && version <= 2.2) || version === 4.1;
  if (!known) refuse(`Gmsh format ${version} is not read. Save it as 4.1: gmsh in.msh -save -format msh41 -o out.msh`);
  if (kind > 1) refuse(`${kind} is not a file type; 0 is text, 1 is binary.`);
  if (size !== 4 && size !== 8) refuse(`a data size of ${size} is not read; Gmsh writes 8.`);
  if (version < 4 && kind === 1 && size !== 8) refuse('a data size of 4 is not read in this version; Gmsh writes 8.');
  let binary: ByteReader | undefined;
  if (kind === 1) {
    scanner.skipLine();
    const probe = new ByteReader(scanner.bytes, scanner.at);
    probe.need(4, 'the number that tells the byte order');
    const little = probe.i32() === 1;
    binary = new ByteReader(scanner.bytes, scanner.at, little);
    if (!little && binary.i32() !== 1) {
      binary.at -= 4;
      binary.fail('the number that tells the byte order should be 1. Copy the file again, as binary.');
    }
    scanner.at = probe.at;
  }
  scanner.expect('$EndMeshFormat');
  return { ...emptyFile(scanner, version), binary, sizeBytes: size as 4 | 8 };
}

function readNames({ scanner, builder }: GmshFile): void {
  const count = scanner.count('names', 4);
  scanner.skipLine();
  for (let i = 0; i < count; i++) {
    const { at } = scanner;
    const line = scanner.restOfLine();
    if (physicalName(line, builder.names) || /^[01] /.test(line)) continue;
    scanner.at = at;
    scanner.fail(`${shown(line)} is not the name of a physical group; the form is: dimension number "name".`);
  }
  scanner.expect('$EndPhysicalNames');
}

/** A section that is not read. In a binary file its end is searched for, as its length is not known. */
function passOver(scanner: Scanner, word: string): void {
  const end = new TextEncoder().encode(`$End${word.slice(1)}`);
  const { bytes } = scanner;
  for (let at = bytes.indexOf(end[0], scanner.at); at >= 0; at = bytes.indexOf(end[0], at + 1)) {
    if (!end.every((c, k) => bytes[at + k] === c)) continue;
    scanner.at = at + end.length;
    return;
  }
  scanner.ended(`"$End${word.slice(1, 20)}"`);
}
