// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '122e32a886f07b55';
