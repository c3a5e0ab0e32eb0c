import type { FieldKinds, Fields, FieldValue } from './field';

/** Formula as data: what a callback of a declaration leaves. An empty field makes an answer unknown (null), as in SQL. */
export type Expression =
  | { readonly value: string | number | boolean | null }
  | { readonly field: string }
  /** Field of the record that a reference names. */
  | { readonly of: string; readonly field: string }
  /** Value of all lines of a record. `each` is that of one line; a count leaves out the lines for which it is not true. */
  | { readonly lines: string; readonly take: Taking; readonly each?: Expression }
  /** Field of the line, within `each`. */
  | { readonly line: string }
  | { readonly fn: FunctionName; readonly args: readonly Expression[] };

export const takings = ['sum', 'min', 'max', 'count'] as const;
type Taking = (typeof takings)[number];

/** Value of any kind. */
export interface Value<V> {
  is(...values: readonly V[]): Truth;
  readonly filled: Truth;
  /** For the compiler: values of different kinds do not compare. */
  readonly _of?: V;
}

export interface Truth extends Value<boolean> {
  and(other: Truth): Truth;
  or(other: Truth): Truth;
  readonly not: Truth;
}

/** Number, exact in all steps. A quotient has 10 decimal places. */
export interface Amount extends Value<number | string> {
  plus(other: Amount | number): Amount;
  minus(other: Amount | number): Amount;
  times(other: Amount | number): Amount;
  /** Unknown if the other is zero. */
  over(other: Amount | number): Amount;
  /** Half away from zero. */
  rounded(places: number): Amount;
  orElse(other: Amount | number): Amount;
  above(other: Amount | number): Truth;
  atLeast(other: Amount | number): Truth;
  below(other: Amount | number): Truth;
  atMost(other: Amount | number): Truth;
}

interface Point<P> {
  before(other: P): Truth;
  notBefore(other: P): Truth;
  /** Whole days; negative if the other is earlier. */
  daysTo(other: P): Amount;
  plusDays(days: Amount | number): P;
}

export interface Day extends Value<string>, Point<Day> {}

export interface Moment extends Value<number>, Point<Moment> {}

type LineFormula<F extends Fields, R> = (
  line: {
    readonly [K in keyof F]: FieldFormula<F[K]>;
  },
) => R;

/** Lines of a record. Lines without the value are left out. */
export interface Lines<F extends Fields> {
  /** Zero if there are none. */
  sum(each: LineFormula<F, Amount>): Amount;
  min<R extends Amount | Day | Moment>(each: LineFormula<F, R>): R;
  max<R extends Amount | Day | Moment>(each: LineFormula<F, R>): R;
  /** @param which condition; all lines by default */
  count(which?: LineFormula<F, Truth>): Amount;
}

/** Formula value of a field, which its kind names; one that can only be compared as a whole by default. */
export type FieldFormula<T> = T extends { readonly kind: infer K extends keyof FieldKinds }
  ? FieldKinds<T>[K] extends { readonly formula: infer X }
    ? X
    : Value<FieldValue<T>>
  : never;

/** Values outside of the record. */
export interface Surroundings<F extends Fields> {
  /** In forms the reader's day; in the database that of the server's time zone. */
  readonly today: Day;
  readonly now: Moment;
  /** Field of the record that a reference names: `of('device_id', device, 'electric')`. */
  of<E extends { readonly fields: Fields }, K extends Extract<keyof E['fields'], string>>(
    reference: Extract<keyof F, string>,
    entity: E,
    field: K,
  ): FieldFormula<E['fields'][K]>;
}

/** Callback of a declaration. It runs once, on recorders. */
export type Formula<F extends Fields, R> = (
  record: { readonly [K in keyof F]: FieldFormula<F[K]> },
  around: Surroundings<F>,
) => R;

/** Functions of the methods that have another name. */
const OPERATORS: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  times: '*',
  over: '/',
  above: '>',
  atLeast: '>=',
  below: '<',
  atMost: '<=',
  before: '<',
  notBefore: '>=',
};

export type FunctionName =
  | '+'
  | '-'
  | '*'
  | '/'
  | '>'
  | '>='
  | '<'
  | '<='
  | 'rounded'
  | 'orElse'
  | 'daysTo'
  | 'plusDays'
  | 'is'
  | 'and'
  | 'or'
  | 'filled'
  | 'not'
  | 'today'
  | 'now';

const TREE = Symbol('tree');

const treeOf = (value: unknown): Expression =>
  (value as { readonly [TREE]?: Expression } | null)?.[TREE] ?? { value: (value ?? null) as never };

/** Records the fields of a record or a line. */
const recordOf = (fieldOf: (name: string) => Expression) =>
  new Proxy({}, { get: (_, name) => recorder(fieldOf(String(name))) });

/** Records a method of lines, whose argument is a callback; a count may have none. */
const lineRecorder = (lines: string, take: Taking) => (each?: (line: unknown) => unknown) =>
  recorder({
    lines,
    take,
    ...(each && { each: treeOf(each(recordOf((line) => ({ line })))) }),
  });

/** Returns a value whose methods record themselves. */
const recorder = (tree: Expression): unknown =>
  new Proxy(
    {},
    {
      get: (_, key) => {
        if (key === TREE) return tree;
        const name = String(key);
        const take = takings.find((each) => each === name);
        if (take && 'field' in tree) return lineRecorder(tree.field, take);
        if (name === 'filled' || name === 'not') return recorder({ fn: name, args: [tree] });
        const fn = (OPERATORS[name] ?? name) as FunctionName;
        return (...args: readonly unknown[]) => recorder({ fn, args: [tree, ...args.map(treeOf)] });
      },
    },
  );

const around = {
  today: recorder({ fn: 'today', args: [] }),
  now: recorder({ fn: 'now', args: [] }),
  of: (reference: string, _: unknown, field: string) => recorder({ of: reference, field }),
};

/** Returns the expression and those within it. */
export const partsOf = (tree: Expression): Expression[] => [
  tree,
  ...('args' in tree ? tree.args.flatMap(partsOf) : []),
  ...('lines' in tree && tree.each ? partsOf(tree.each) : []),
];

/** Returns the parts of an expression that read lines. */
export const lineReads = (tree: Expression): Extract<Expression, { readonly lines: string }>[] =>
  partsOf(tree).flatMap((part) => ('lines' in part ? [part] : []));

/** Runs a callback of a declaration. @returns its tree, or the formula itself if it is a tree already */
export const expressionOf = (formula: unknown): Expression => {
  if (typeof formula !== 'function') return formula as Expression;
  return treeOf(
    formula(
      recordOf((field) => ({ field })),
      around,
    ),
  );
};
