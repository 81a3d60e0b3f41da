/** A vector scaled to length 1. A zero vector is refused; `kind` and `name` say in the message which one it is. */
import { refusing } from './refusal.ts';

export function unit(
  kind: string,
  name: string,
  [x, y, z]: readonly [number, number, number],
): readonly [number, number, number] {
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0 && size < Infinity)) {
    throw refusing({ of: kind })(name, `(${x}, ${y}, ${z}) has no direction; give three numbers, not all zero.`);
  }
  return [x / size, y / size, z / size];
}
