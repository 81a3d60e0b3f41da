// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = 'c7fa5b15fe410bc8';
