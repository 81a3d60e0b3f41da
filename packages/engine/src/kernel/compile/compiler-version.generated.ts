// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '66cf890ce60d3f76';
