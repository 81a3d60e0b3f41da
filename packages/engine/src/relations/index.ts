/** All relations, for whoever goes through them: the tests of derivatives, the table in the docs. */
import { above } from './above.ts';
import { coincide } from './coincide.ts';
import { distance } from './distance.ts';
import type { Relation } from './relation.ts';

export const relations: readonly Relation[] = [coincide(2), coincide(3), distance, above];
