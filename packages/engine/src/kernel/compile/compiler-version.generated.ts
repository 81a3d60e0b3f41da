// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '571dd187c989a032';
