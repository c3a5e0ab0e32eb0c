import type { Label, Phrases } from '../domain/label';
import { type Expression, expressionOf, type FieldFormula, type Formula } from './expression';
import type { Fields, RecordOf } from './field';
import type { IconName } from './icon';
import type { Action, Command, SetValue } from './operation';
import { type DeclaredRule, type Rule, rulesOf } from './rules';
import type { EntitySlots } from './slot';
import { sourceMark } from './source';
import { type StatesOf, type StateTable, withMoves, withoutInputs } from './states';
import { type Warning, type WarningsOf, warningsFrom } from './warnings';

export const verbs = ['list', 'get', 'add', 'update', 'delete', 'export', 'import'] as const;
export type Verb = (typeof verbs)[number];

export type Column<F> = Extract<keyof F, string>;
export type Sort<F> = readonly [Column<F>, 'ASC' | 'DESC'];

/** Filter values by filter name, in the form that the list call accepts. */
export type FilterPreset = Readonly<
  Record<string, string | number | boolean | readonly (number | string)[]>
>;

/**
 * Name of a list filter: a field, alone or with a suffix. `_is` matches the exact text, `_from` and `_to` bound a
 * range, `_last` is a period that ends now.
 */
type FilterName<F> = `${Column<F>}${'' | '_is' | '_from' | '_to' | '_last'}`;

/** Placeholder in a view's filter for the id of the signed-in operator. */
export const CURRENT_OPERATOR = '@me';

/**
 * Predefined filter of a list, shown above it as a chip with the number of matches and linked as `?view=<code>`.
 * A range may end relative to now, `{ heard_to: 'now-24h' }`; every request resolves it anew.
 */
export interface PresetView<F extends Fields = Fields> {
  readonly label: Label;
  /** Label without its period. The search box uses it if the query names another one: "unsealed yesterday". */
  readonly labelWithoutPeriod?: Label;
  /** Other names per language, which the search box matches like the label. */
  readonly synonyms?: Phrases;
  readonly filter: {
    readonly [N in FilterName<F>]?: string | number | boolean | readonly (string | number)[];
  };
  /** Sort order; the list's by default. */
  readonly sort?: Sort<F>;
}

/** Detail tab with the records of another entity whose `foreignField` equals this record's `localField`. */
export interface Related<F extends Fields> {
  readonly entity: string;
  readonly foreignField: string;
  readonly localField: Column<F> | 'id';
  /** Tab title; the entity's label by default. */
  readonly label?: Label;
  /** Message of an empty tab. */
  readonly empty?: Label;
  /** Key of the tab in the URL; the entity's name by default. Set it if two tabs show the same entity. */
  readonly tabKey?: string;
  /** At most one record exists; show its detail instead of a list. */
  readonly single?: true;
  readonly filter?: FilterPreset;
  /**
   * Show the tab only to roles with a menu of the other entity. By default, a menu of this entity also grants reading
   * its tabs.
   */
  readonly granted?: true;
  /**
   * Many-to-many relation by a third entity. Its records match this one by their `foreignField` and list the related
   * keys in `takes`; the outer `foreignField` names the key that these are.
   */
  readonly through?: {
    readonly entity: string;
    readonly foreignField: string;
    readonly takes: string;
    readonly filter?: FilterPreset;
  };
}

/**
 * Source of timeline entries: the records of another entity whose `foreignField` equals this record's `localField`. The
 * other entity is time-based, or a view with `create_time`.
 */
export interface TimelineSource<F extends Fields = Fields> {
  readonly entity: string;
  readonly foreignField: string;
  readonly localField: Column<F> | 'id';
  /** Label of the source in the timeline's filter. */
  readonly label: Label;
  readonly icon: IconName;
  /** Limits the records. One that several sources match is an entry of the first. */
  readonly filter?: FilterPreset;
  /** Codes of sources that take precedence: an entry is dropped if one of them has an entry with the same time. */
  readonly supersededBy?: readonly string[];
  /** Fields of the record that make the entry's title, in order. */
  readonly title: readonly string[];
  /** Draw the two title fields as a change from the first value to the second. */
  readonly transition?: true;
  /** Fields below the title, such as operator, place or reason. */
  readonly extra?: readonly string[];
  /** Include records of any time in the timeline of an entity with a detail panel. */
  readonly unbounded?: true;
}

export interface TabGroup {
  readonly label: Label;
  /** Keys of the grouped tabs: those of `related`, and those of `tabs` in `defineConsole`. */
  readonly tabs: readonly string[];
}

/**
 * Panel beside the list with the selected record (master-detail). J and K or the arrow keys move the selection, and
 * the `key` of an action runs it.
 */
export interface DetailPanel<F extends Fields> {
  /** Latitude and longitude fields; adds a map. */
  readonly place?: readonly [lat: Column<F>, lon: Column<F>];
  /** Fields shown besides the columns of the list. */
  readonly extra?: readonly Column<F>[];
  /** Values that most records have, by field: the panel shows the others only. */
  readonly normal?: { readonly [K in Column<F>]?: readonly (string | number)[] };
  /** Time field of the record. The timeline of an entity with a panel has the entries close to it. */
  readonly timeField: Column<F>;
}

export interface Entity<N extends string = string, F extends Fields = Fields> {
  readonly name: N;
  readonly label: Label;
  /** Name of its records within a sentence, for one and for many: `['device |||| devices', '设备']`. */
  readonly noun?: Label;
  readonly fields: F;
  /** Field that names a record to people: link text, breadcrumb, tab title. The first field by default. */
  readonly title: Column<F>;
  /** Field with the name that people gave a record. Titles, tabs and dialogs show it before `title`. */
  readonly nameField?: Column<F>;
  /** Primary key on the server; `id` by default. */
  readonly key: Column<F> | 'id';
  readonly verbs: readonly Verb[];
  /** Columns that an operator can choose from; by default every field that takes part in lists. */
  readonly list: readonly Column<F>[];
  /** Columns shown at first; all of `list` by default. */
  readonly columns: readonly Column<F>[];
  /**
   * Fields of a card, which replaces the row on a narrow screen. By default the state fields of `columns` and the first
   * four others, without the operator's own organisation.
   */
  readonly card?: readonly Column<F>[];
  readonly filter: readonly Column<F>[];
  /** Inputs in order; a nested array puts its inputs in one row. */
  readonly form: readonly (Column<F> | readonly Column<F>[])[];
  /** Inputs of `form` that the form of a new record hides behind "More" until they are needed. */
  readonly more: readonly Column<F>[];
  readonly sort?: Sort<F>;
  /** Show the list as a tree, by the field that references the entity itself. */
  readonly tree?: true;
  /** Preset views by code. */
  readonly views: Readonly<Record<string, PresetView<F>>>;
  /** Refetch interval of an open list, ms. */
  readonly poll?: number;
  /** Update rows from `/live/changes`; this field is the key that both have. */
  readonly live?: Column<F>;
  readonly commands: Readonly<Record<string, Command<F>>>;
  readonly actions: Readonly<Record<string, Action<F>>>;
  readonly related: readonly Related<F>[];
  readonly side?: DetailPanel<F>;
  /**
   * Fields in the sticky header of the detail. With a head or a timeline in it the detail is a page of its own,
   * otherwise a drawer over the list.
   */
  readonly head: readonly Column<F>[];
  /** Sources of the timeline (`/{entity}/timeline`, newest first) by code. It is in the detail panel, if there is one. */
  readonly timeline: Readonly<Record<string, TimelineSource<F>>>;
  /** Groups of detail tabs. A tab in no group stands alone. */
  readonly sections: readonly TabGroup[];
  /**
   * Tenant of a record, on our server: the field with its organisation, `id` for the organisation entity itself, or
   * `shared` for records that every tenant sees. Default: `org_id`, added as a column if no field has that name.
   */
  readonly scope: Column<F> | 'org_id' | 'id' | 'shared';
  /**
   * Time-series table: its list opens with a time range, uses keyset paging, and retention drops old rows. Set
   * `updated` if rows change after they are inserted.
   */
  readonly record?: { readonly time: Column<F>; readonly updated?: true };
  /** Table on our server; the entity's name by default. Every entity has one of its own. */
  readonly table: string;
  /**
   * Former name, of the entity or of its table. At its next start our server renames the table. Permissions, menus,
   * history, saved views and addresses follow.
   */
  readonly was?: string;
  /**
   * Entity whose records have the records of this one as lines, by its `lines` field. They have its organisation and are
   * deleted with it. They are read and saved by its calls, and have none of their own.
   */
  readonly partOf?: string;
  /** The table is an SQL view, defined in server/db/schema/views.ts. */
  readonly derived: boolean;
  /** Values depend on the current day. Calls that read the rows take the reader's time zone as `zone`. */
  readonly byDay?: true;
  /** Adds a dry run to the create form: `/{entity}/preview` takes the body of `add` and stores nothing. */
  readonly preview: boolean;
  /** Fields that `/{entity}/count` can group by. A time is grouped by day. */
  readonly counts: readonly Column<F>[];
  readonly slots: EntitySlots;
  /** Number fields of a bar chart above the list, with one group of bars per visible row, named by its title. */
  readonly chart?: readonly Column<F>[];
  /** Line over the rows: what the list does not hold. */
  readonly note?: Label;
  /** Second line of an empty list: where its records come from. */
  readonly empty?: Label;
  /** Menu group and icon until an administrator changes the menus. */
  readonly menu: { readonly group: string; readonly icon: string };
  /** Cross-field validation: returns an error message per field, or undefined if the record is valid. */
  readonly check?: (record: Partial<RecordOf<F>>) => { [K in Column<F>]?: Label } | undefined;
  /** Fields that follow from others. No call sets them. */
  readonly computed: Readonly<Record<string, Expression>>;
  /** Rules that records must meet. */
  readonly rules: readonly Rule[];
  readonly states?: StateTable;
  /** Messages about dates that come near, by field. */
  readonly warns: Readonly<Record<string, Warning>>;
  /** Values of a new record, which no call sets. */
  readonly stamps?: { readonly [K in Column<F>]?: SetValue };
  /** Paths of a back end that differ from `/{entity}/{verb}`. */
  readonly api: Partial<Record<Verb, string>>;
}

/** Storage of an entity, as literal types. */
export interface Storage {
  readonly table: string;
  readonly scope: string;
  readonly derived: boolean;
  readonly record: { readonly time: string; readonly updated?: true } | undefined;
}

type EntityOptions<N extends string, F extends Fields, C, A, S extends Storage> = {
  readonly fields: F;
} & Partial<
  Omit<
    Entity<N, F>,
    | 'name'
    | 'label'
    | 'fields'
    | 'commands'
    | 'actions'
    | 'states'
    | 'menu'
    | 'computed'
    | 'rules'
    | 'warns'
    | keyof Storage
  >
> & { readonly [K in keyof Storage]?: S[K] } & {
    readonly commands?: { readonly [K in keyof C]: Command<F> & C[K] & KnownWhen<F, C[K]> };
    readonly actions?: {
      readonly [K in keyof A]: Action<F> & A[K] & KnownWhen<F, A[K]> & KnownSets<F, A[K]>;
    };
    readonly states?: StatesOf<F, NoInfer<Extract<keyof A, string>>>;
    readonly computed?: { readonly [K in Column<F>]?: Formula<F, FieldFormula<F[K]>> };
    readonly rules?: readonly DeclaredRule<F>[];
    readonly warns?: WarningsOf<F>;
    readonly menu?: Partial<Entity['menu']>;
  };

/** Makes a `when` on an undeclared field a type error. */
type KnownWhen<F, C> = C extends { readonly when?: infer W }
  ? { readonly when?: { readonly [P in Exclude<keyof W, keyof F>]?: never } }
  : unknown;

/** Makes `sets` of an undeclared field a type error. */
type KnownSets<F, A> = A extends { readonly sets?: infer W }
  ? { readonly sets?: { readonly [P in Exclude<keyof W, keyof F>]?: never } }
  : unknown;

/** Key under which an entity holds the options that declare it. Object spread copies it. */
const OPTIONS = Symbol('options');

/** Returns the options that an entity was declared with, which a copy may have replaced since. */
export const declaredOptions = (entity: object): Readonly<Record<string, unknown>> =>
  (entity as { readonly [OPTIONS]?: Readonly<Record<string, unknown>> })[OPTIONS] ?? {};

/** `_storage` exists for the compiler only. */
type DeclaredEntity<N extends string, F extends Fields, C, A, S extends Storage> = Entity<N, F> & {
  readonly _storage?: S;
  readonly commands: { readonly [K in keyof C]: Command<F> };
  readonly actions: { readonly [K in keyof A]: Action<F> };
};

/**
 * Declares an entity: its fields and the options that differ from the defaults. Unknown columns, keys and `when`
 * values are type errors.
 */
export const entity = <
  const N extends string,
  F extends Fields,
  C extends Readonly<Record<string, object>> = Record<never, never>,
  A extends Readonly<Record<string, object>> = Record<never, never>,
  const T extends string = N,
  const O extends Entity<N, F>['scope'] = 'org_id',
  const D extends boolean = false,
  const R extends Entity<N, F>['record'] = undefined,
>(
  name: N,
  label: Label,
  options: EntityOptions<N, F, C, A, { table: T; scope: O; derived: D; record: R }>,
): DeclaredEntity<N, F, C, A, { table: T; scope: O; derived: D; record: R }> => {
  const states = options.states as StateTable | undefined;
  const { computed = {}, stamps, scope, partOf } = options;
  const fields = withoutInputs(options.fields, { states, stamps, computed, scope });
  const columns = Object.keys(fields) as Column<F>[];
  const listColumns = columns.filter((column) => visible(fields[column], 'list'));
  const spec = {
    ...sourceMark(),
    title: columns[0] as Column<F>,
    key: 'id' as const,
    verbs: verbsOf(options.record, partOf),
    list: listColumns,
    columns: options.list ?? listColumns,
    filter: defaultFilterOf(fields),
    form: columns.filter((column) => isInput(fields[column])),
    more: [],
    views: {},
    related: [],
    head: [],
    timeline: {},
    sections: [],
    scope: 'org_id' as const,
    table: name,
    derived: false,
    preview: false,
    counts: [],
    slots: {},
    api: {},
    ...options,
    menu: { group: 'operation', icon: 'list', ...options.menu },
    fields,
    computed: Object.fromEntries(
      Object.entries(computed).map(([column, formula]) => [column, expressionOf(formula)]),
    ),
    rules: rulesOf(options.rules),
    warns: warningsFrom(options.warns),
    commands: options.commands ?? {},
    actions: withMoves((options.actions ?? {}) as never, states),
    name,
    label,
    [OPTIONS]: options,
  };
  return spec as unknown as ReturnType<typeof entity<N, F, C, A, T, O, D, R>>;
};

const verbsOf = (record: unknown, partOf: unknown): readonly Verb[] => {
  if (partOf !== undefined) return [];
  return record ? ['list', 'get', 'export'] : verbs;
};

/** Only field kind whose keys are numbers. */
const NUMBER = 'number';

export const hasTextKey = ({ key, fields }: Pick<Entity, 'key' | 'fields'>): boolean =>
  key !== 'id' && fields[key]?.kind !== NUMBER;

export const hasTimeline = ({ timeline }: Pick<Entity, 'timeline'>): boolean =>
  Object.keys(timeline).length > 0;

/** Named here because the traits of kinds are in `fields`, which this folder must not import. */
const PASSWORD = 'password';

/** Returns the default filters: the first four fields that take part in filtering. */
export const defaultFilterOf = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => visible(fields[name], 'filter'))
    .slice(0, 4);

const visible = (field: Fields[string] | undefined, view: 'list' | 'filter') =>
  field !== undefined && field.kind !== PASSWORD && (!field.on || field.on.includes(view));

const isInput = (field: Fields[string] | undefined) =>
  field !== undefined && (!field.on || field.on.includes('create') || field.on.includes('edit'));
