import { type Choices, choiceLabel, type Label } from '../domain/label';
import {
  type AnyField,
  type Fields,
  type FieldUse,
  type FieldValue,
  fieldUses,
  type Row,
} from './field';
import { type Action, unmetConditions } from './operation';

type State = string | number;

/** States that an action leaves, and the one that it enters. */
type Move<S> = readonly [from: S | readonly S[], to: S];

/** Life of a record: the actions of `moves` change the field, and nothing else does. */
export interface StateTable {
  readonly field: string;
  readonly start: State;
  /** By action. */
  readonly moves: Readonly<Record<string, Move<State>>>;
  /** By state: fields that are not edited in it, or `all` if the record is neither edited nor deleted. */
  readonly frozen?: Readonly<Record<State, 'all' | readonly string[]>>;
}

type Column<F> = Extract<keyof F, string>;

type ChoiceField<F> = {
  [K in Column<F>]: F[K] extends { readonly kind: 'choice' } ? K : never;
}[Column<F>];

/** States of an entity with the fields `F` and actions named `A`, as they are declared. */
export type StatesOf<F extends Fields, A extends string> = {
  [K in ChoiceField<F>]: {
    readonly field: K;
    readonly start: FieldValue<F[K]>;
    readonly moves: { readonly [C in A]?: Move<FieldValue<F[K]>> };
    readonly frozen?: {
      readonly [S in Extract<FieldValue<F[K]>, State>]?: 'all' | readonly Column<F>[];
    };
  };
}[ChoiceField<F>];

type Operations = Readonly<Record<string, Action>>;

const without = (field: AnyField, ...uses: readonly FieldUse[]): AnyField => ({
  ...field,
  on: (field.on ?? fieldUses).filter((use) => !uses.includes(use)),
});

const withoutForms = (field: AnyField): AnyField => without(field, 'create', 'edit', 'import');

/** Named here because the traits of kinds are in `fields`, which this folder must not import. */
const SERIES = 'series';
const LINES = 'lines';

/**
 * Takes fields out of forms: those with stamps out of the forms of new records; those that are computed, numbers of series
 * and the state out of all. Takes lines out of lists.
 */
export const withoutInputs = (
  fields: Fields,
  {
    states,
    stamps = {},
    computed,
    scope,
  }: {
    readonly states?: StateTable;
    readonly stamps?: object;
    readonly computed: object;
    readonly scope?: unknown;
  },
): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (name in computed) return [name, withoutForms(field)];
      if (field?.kind === LINES) {
        return [name, { ...without(field, 'list', 'filter'), virtual: true }];
      }
      // A wrong declaration has an error of its own.
      if (field?.kind === SERIES) {
        const unique = scope === 'shared' || scope === 'id' ? true : 'org';
        return [name, { ...withoutForms(field), unique }];
      }
      if (name === states?.field) {
        // The server's check refuses another `initial`.
        const { initial = states.start } = field;
        return [name, { ...withoutForms(field), initial }];
      }
      return [name, name in stamps ? without(field, 'create', 'import') : field];
    }),
  );

/** Returns those of the states that the `when` of an action allows. */
export const statesAllowed = (
  { when }: Pick<Partial<Action>, 'when'>,
  field: string,
  states: readonly State[],
): State[] =>
  states.filter((state) => {
    const { [field]: own = [state] } = when ?? {};
    return unmetConditions({ [field]: own }, { [field]: state }).length === 0;
  });

/** Limits each action of `moves` to the states that it leaves, as far as its own `when` allows them. */
export const withMoves = (actions: Operations, states: StateTable | undefined): Operations =>
  Object.fromEntries(
    Object.entries(actions).map(([code, action]) => {
      const move = states?.moves[code];
      if (!states || !move) return [code, action];
      const from = statesAllowed(action, states.field, [move[0]].flat());
      return [code, { ...action, when: { ...action.when, [states.field]: from } }];
    }),
  );

interface WithStates {
  readonly states?: StateTable;
  readonly fields: Fields;
}

/** Fields that are frozen in the state of a record. */
export const frozenIn = ({ states }: WithStates, record: Row): 'all' | readonly string[] =>
  states?.frozen?.[record[states.field] as State] ?? [];

/** Fields that an action sets while they are frozen. A state ends with the action that leaves it, and its locks too. */
export const frozenSets = (
  entity: WithStates,
  code: string,
  { sets = {} }: Action,
  record: Row,
): readonly string[] => {
  const { states } = entity;
  const [, to] = states?.moves[code] ?? [];
  if (states && to !== undefined && to !== record[states.field]) return [];
  const frozen = frozenIn(entity, record);
  return Object.keys(sets).filter((name) => frozen === 'all' || frozen.includes(name));
};

/** Describes the move of an action: "Draft or Lodged → Stopped"; undefined if it moves nothing. */
export const moveLabel = ({ states, fields }: WithStates, code: string): Label | undefined => {
  const move = states?.moves[code];
  const table = fields[states?.field ?? '']?.of as Choices | undefined;
  // Without choices there is an error of its own.
  if (!states || !move || !table) return undefined;
  const labelOfState = (state: State) => choiceLabel(table, state) ?? [`${state}`, `${state}`];
  const [to, from] = [labelOfState(move[1]), [move[0]].flat().map(labelOfState)];
  return [
    `${from.map(([en]) => en).join(', ')} → ${to[0]}`,
    `${from.map(([, zh]) => zh).join('、')} → ${to[1]}`,
  ];
};
