/** Khronos' validator comes without types; what the tests use of it. */
declare module 'gltf-validator' {
  interface Report {
    readonly issues: {
      readonly numErrors: number;
      readonly messages: readonly { readonly severity: number; readonly code: string; readonly message: string }[];
    };
    readonly info: { readonly animationCount: number };
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>;
}
