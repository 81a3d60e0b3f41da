// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '040a8664ac79623e';
