// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '18b88b7a58ce2dc5';
