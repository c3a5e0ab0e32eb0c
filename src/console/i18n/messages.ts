/** The shape of a message tree, so that the second language has every key of the first. */
export type Messages<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]>;
};
