import type { Label } from '../domain/label';
import { type Expression, expressionOf, type Formula, type Truth } from './expression';
import type { Fields } from './field';

type Column<F> = Extract<keyof F, string>;

export type ColumnOfKind<F, K> = {
  [P in Column<F>]: F[P] extends { readonly kind: K } ? P : never;
}[Column<F>];

/** Columns with the first and the last value of a record, both included. A time ends where the next one begins. */
type Span<F> = {
  [K in 'date' | 'datetime' | 'number']: readonly [
    from: ColumnOfKind<F, K>,
    to: ColumnOfKind<F, K>,
  ];
}['date' | 'datetime' | 'number'];

/** Rule in a declaration, with callbacks. */
export type DeclaredRule<F extends Fields> = {
  /** Field that gets the message. */
  readonly at: Column<F>;
  readonly message: Label;
  /** Only for these records. */
  readonly while?: Formula<F, Truth>;
} & (
  | { readonly must: Formula<F, Truth> }
  /** No two records have the same values. A record without one of them differs from all. */
  | { readonly unique: readonly Column<F>[]; readonly anywhere?: true }
  /** The spans of records with the same values do not overlap. */
  | { readonly apart: readonly Column<F>[]; readonly span: Span<F>; readonly anywhere?: true }
);

interface RuleBase {
  readonly at: string;
  readonly message: Label;
  readonly while?: Expression;
}

export interface MustRule extends RuleBase {
  readonly must: Expression;
}

/** Rule that the database enforces: within the organisation, or `anywhere`. */
export interface UniqueRule extends RuleBase {
  readonly unique: readonly string[];
  readonly anywhere?: true;
}

export interface ApartRule extends RuleBase {
  readonly apart: readonly string[];
  readonly span: readonly [from: string, to: string];
  readonly anywhere?: true;
}

/** Rule over several records. */
export type ConstraintRule = UniqueRule | ApartRule;

export type Rule = MustRule | ConstraintRule;

/** Runs the callbacks of declared rules. */
export const rulesOf = (declared: readonly object[] = []): readonly Rule[] =>
  declared.map((rule) =>
    Object.fromEntries(
      Object.entries(rule).map(([option, value]) => [
        option,
        typeof value === 'function' ? expressionOf(value) : value,
      ]),
    ),
  ) as unknown as readonly Rule[];

export const constraintRules = (rules: readonly Rule[]): ConstraintRule[] =>
  rules.filter((rule): rule is ConstraintRule => !('must' in rule));

export const comparedColumns = (rule: ConstraintRule): readonly string[] =>
  'apart' in rule ? rule.apart : rule.unique;
