/**
 * What the engine uses of its host besides the language itself. Node and browsers have all of it.
 *
 * The `dom` library would declare these too, and `document` and `fetch` with them; the engine must not see those, so it
 * is compiled against this file instead. The declarations agree with the `dom` library's, against which tests, the
 * studio and users of the package are compiled. Add here what the engine comes to need, and nothing it must not use.
 */

declare namespace WebAssembly {
  interface CompileError extends Error {}
  var CompileError: { prototype: CompileError; new (message?: string): CompileError };
  interface LinkError extends Error {}
  var LinkError: { prototype: LinkError; new (message?: string): LinkError };
  interface RuntimeError extends Error {}
  var RuntimeError: { prototype: RuntimeError; new (message?: string): RuntimeError };

  /** Its `buffer` is a SharedArrayBuffer when `shared` was set, although the type, like the dom library's, does not say so. */
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(delta: number): number;
  }
  var Memory: { prototype: Memory; new (descriptor: MemoryDescriptor): Memory };
  interface MemoryDescriptor {
    initial: number;
    maximum?: number;
    shared?: boolean;
  }

  interface Table {
    readonly length: number;
    get(index: number): any;
    grow(delta: number, value?: any): number;
    set(index: number, value?: any): void;
  }
  var Table: { prototype: Table; new (descriptor: TableDescriptor, value?: any): Table };
  interface TableDescriptor {
    element: 'anyfunc' | 'externref';
    initial: number;
    maximum?: number;
  }

  interface Module {}
  var Module: { prototype: Module; new (bytes: BufferSource): Module };

  interface Instance {
    readonly exports: Exports;
  }
  var Instance: { prototype: Instance; new (module: Module, importObject?: Imports): Instance };

  type ExportValue = Function | Memory | Table;
  type Exports = Record<string, ExportValue>;
  type ImportValue = ExportValue | number;
  type ModuleImports = Record<string, ImportValue>;
  type Imports = Record<string, ModuleImports>;
  interface WebAssemblyInstantiatedSource {
    instance: Instance;
    module: Module;
  }

  function compile(bytes: BufferSource): Promise<Module>;
  function instantiate(bytes: BufferSource, importObject?: Imports): Promise<WebAssemblyInstantiatedSource>;
  function instantiate(moduleObject: Module, importObject?: Imports): Promise<Instance>;
  function validate(bytes: BufferSource): boolean;
}

type BufferSource = ArrayBufferView<ArrayBuffer> | ArrayBuffer;

interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}
declare var TextEncoder: { prototype: TextEncoder; new (): TextEncoder };

interface TextDecoder {
  decode(input?: ArrayBufferLike | ArrayBufferView): string;
}
declare var TextDecoder: { prototype: TextDecoder; new (label?: string): TextDecoder };

declare function atob(data: string): string;
