// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '5a9b19a5bbb8c53e';
