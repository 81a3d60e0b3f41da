// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '8bcb4564aebf6b0e';
