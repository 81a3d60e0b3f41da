// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = 'e1426bb7be2a1dd5';
