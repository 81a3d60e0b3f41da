/** All materials by name. */
import { corotated } from './corotated.ts';
import type { Material } from './material.ts';
import { neoHookean } from './neo-hookean.ts';
import { neoHookeanLog } from './neo-hookean-log.ts';
import { stVenantKirchhoff } from './st-venant-kirchhoff.ts';

const all = [neoHookean, neoHookeanLog, stVenantKirchhoff, corotated];
/**
 * Materials for finite elements, by name.
 * @example Object.keys(materials)
 */
export const materials: Readonly<Record<string, Material>> = Object.fromEntries(all.map((m) => [m.name, m]));
