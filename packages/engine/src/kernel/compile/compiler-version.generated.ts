// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '8e00bd73f3628faf';
