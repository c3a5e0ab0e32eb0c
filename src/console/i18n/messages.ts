export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/** Shape of a message tree. Every language must have each key of the first. */
export type Messages<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]>;
};
