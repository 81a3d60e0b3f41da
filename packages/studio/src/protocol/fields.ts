/** What page and worker say to each other about the fields of a constraint, as its kind describes them. */

export interface FieldInfo {
  readonly key: string;
  /** what it means, with its unit and what it is if it is not given */
  readonly words: string;
  readonly unit?: string;
  /** as the scene has it; not there if it says nothing */
  readonly value?: string;
  /** what it is then */
  readonly fallback?: string;
  /** what may be typed for it: `a positive number in metres`; not there where it cannot be changed here */
  readonly wanted?: string;
}
export interface KindInfo {
  /** what the kind is for */
  readonly description: string;
  readonly fields: readonly FieldInfo[];
}

/** Undefined for what is not from the scene, such as the hand. */
export interface KindAnswer {
  readonly kind: KindInfo | undefined;
}
/** Another value, from now on; an empty text leaves the field out. Answered as an edit of an equation is. */
export interface FieldWish {
  readonly what: 'set-field';
  readonly constraint: string;
  readonly key: string;
  readonly text: string;
}
