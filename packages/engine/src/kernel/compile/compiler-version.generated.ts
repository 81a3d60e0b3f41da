// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = 'f512dfe7bf956dd5';
