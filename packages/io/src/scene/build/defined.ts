/** Without the keys that are there but undefined: the engine's options are given or left out. */
export const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** A definition as options of the engine's function for its kind: without `kind`, which says what function that is. */
export const optionsOf = <T extends { readonly kind: string }>(def: T) => {
  const { kind: _, ...options } = defined(def);
  return options;
};
