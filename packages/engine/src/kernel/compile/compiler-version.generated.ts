// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '3ba32b85817be9de';
