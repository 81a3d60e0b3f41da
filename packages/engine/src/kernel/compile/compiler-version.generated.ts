// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '973b49e1cab1519b';
