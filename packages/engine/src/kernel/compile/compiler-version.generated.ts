// Made by `npm run build` of the compiler's sources; not to be edited.
export const compilerVersion = '80a4bc39427d9a07';
