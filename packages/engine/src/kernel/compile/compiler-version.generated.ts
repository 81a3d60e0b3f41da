// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '803aada2cde08530';
