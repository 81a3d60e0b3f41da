/** Lines of a row that take part in a correction (least-norm.ts). */
export const lines = { none: 0, normal: 1, all: 2, slipping: 3 } as const;
