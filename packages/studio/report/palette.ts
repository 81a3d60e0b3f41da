/** Lines of plots that have no colour of their own: the hues of bodies. */
import { light } from '../src/viewer/stage/theme.ts';

export const { palette } = light;
