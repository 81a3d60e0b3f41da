// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '7ac78bc19f66a4f0';
