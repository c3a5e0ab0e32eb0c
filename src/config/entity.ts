import type { Label, Phrases } from '../domain/label';
import type { Fields, RecordOf } from './field';
import type { IconName } from './icon';
import type { Action, Command } from './operation';
import type { EntitySlots } from './slot';

export const verbs = ['list', 'get', 'add', 'update', 'delete', 'export', 'import'] as const;
export type Verb = (typeof verbs)[number];

export type Column<F> = Extract<keyof F, string>;
export type Sort<F> = readonly [Column<F>, 'ASC' | 'DESC'];

/** Values that a list is narrowed by, as its filters take them. */
export type FilterPreset = Readonly<
  Record<string, string | number | boolean | readonly (number | string)[]>
>;

/** A filter's name, as a list takes it: a field, the end of its range, or the period up to now (`_last`). */
type FilterName<F> = `${Column<F>}${'' | '_is' | '_from' | '_to' | '_last'}`;

/** In the filter of a view: the id of the operator who looks at it. */
export const CURRENT_OPERATOR = '@me';

/**
 * A part of the list that many ask for, shipped with the console: over the list it is a chip with its count, in the
 * address `?view=` with its code. Ends of a time's range may be told from now, `{ heard_to: 'now-24h' }`: what that
 * is, is decided whenever the list is asked for.
 */
export interface PresetView<F extends Fields = Fields> {
  readonly label: Label;
  /** The label without the period that it names: for "unsealed yesterday", which asks for another. */
  readonly labelWithoutPeriod?: Label;
  /** What else somebody may call it, in each language: the search box understands these as it does the label. */
  readonly synonyms?: Phrases;
  readonly filter: {
    readonly [N in FilterName<F>]?: string | number | boolean | readonly (string | number)[];
  };
  /** The order that it is looked at in, where that is not the list's. */
  readonly sort?: Sort<F>;
}

/** A tab of the detail: the records of another entity whose `their` field equals our `our` field. */
export interface Related<F extends Fields> {
  readonly entity: string;
  readonly foreignField: string;
  readonly localField: Column<F> | 'id';
  /** What the tab is called, where the entity's own name does not say it. */
  readonly label?: Label;
  /** What is said where there are none. */
  readonly empty?: Label;
  /** Tells two tabs of one entity apart in the address; the entity's name where there is no other. */
  readonly tabKey?: string;
  /** There is one at the most: shown as such, not as a list. */
  readonly single?: true;
  /** Only some of them. */
  readonly filter?: FilterPreset;
  /** Not for all who see the record: only for those who are granted a menu that shows them. */
  readonly granted?: true;
  /**
   * Not ours, but named by records that are: those of `entity` whose `their` field equals our `our` field, narrowed by
   * `only`, list them by id in their field `takes`. Our `their` is then what these ids are.
   */
  readonly through?: {
    readonly entity: string;
    readonly foreignField: string;
    readonly takes: string;
    readonly filter?: FilterPreset;
  };
}

/** A kind of what happened to a record: records of another entity by time, whose `their` field equals our `our` field. */
export interface TimelineSource<F extends Fields = Fields> {
  readonly entity: string;
  readonly foreignField: string;
  readonly localField: Column<F> | 'id';
  /** What they are called together: the filter's name. */
  readonly label: Label;
  readonly icon: IconName;
  /** Only some of them. A record that several kinds tell of is told by the one declared first. */
  readonly filter?: FilterPreset;
  /** Kinds that say as much of a moment: where one of them tells of it, this one does not. */
  readonly toldBy?: readonly string[];
  /** The fields of theirs that say what happened, in order. */
  readonly title: readonly string[];
  /** The first of them became the second. */
  readonly turns?: true;
  /** Those that say more of it: who, where, why. */
  readonly extra?: readonly string[];
}

/** Tabs of a detail that stand under one heading. */
export interface TabGroup {
  readonly label: Label;
  /** Codes of tabs: of the entity's own, of related records. */
  readonly tabs: readonly string[];
}

/** Records of another entity that belong to the story of one of ours; each entity is one part of it at the most. */
export interface RelatedEventsSource<F extends Fields> {
  readonly entity: string;
  /** Those whose field `their` equals our field `our`. */
  readonly foreignField: string;
  readonly localField: Column<F> | 'id';
  /** Their field that says what happened, and the one that says who did it. */
  readonly eventField: string;
  readonly actorField?: string;
  /** However long before or after. */
  readonly always?: true;
}

/**
 * What stands beside a list, of the record that is chosen in it: it makes the list a desk. J and K, or the arrows, go
 * through the rows; actions with a `key` are done by it.
 */
export interface DetailPanel<F extends Fields> {
  /** The fields of its latitude and longitude: it is shown on a map. */
  readonly place?: readonly [lat: Column<F>, lon: Column<F>];
  /** What is told of it beside the columns of the list. */
  readonly extra?: readonly Column<F>[];
  /** The moment around which its story is told, `/{entity}/story`; theirs are told by their `create_time`. */
  readonly around: Column<F>;
  readonly story: readonly RelatedEventsSource<F>[];
}

export interface Entity<N extends string = string, F extends Fields = Fields> {
  readonly name: N;
  readonly label: Label;
  readonly fields: F;
  /** The field a person knows a record by. */
  readonly title: Column<F>;
  /** The server's key, where it is not `id`. */
  readonly key: Column<F> | 'id';
  readonly verbs: readonly Verb[];
  /** Every column the list can show. */
  readonly list: readonly Column<F>[];
  /** Those it shows until somebody chooses otherwise. */
  readonly columns: readonly Column<F>[];
  /**
   * What a card shows beside its title, where there is no room for columns: all of these, the reader's own organisation
   * too. Without it the states among `columns`, and the first of the others.
   */
  readonly card?: readonly Column<F>[];
  readonly filter: readonly Column<F>[];
  /** Inputs in order; an inner array is one row. */
  readonly form: readonly (Column<F> | readonly Column<F>[])[];
  readonly sort?: Sort<F>;
  /** Its list is a tree, by the field that refers to its own records. */
  readonly tree?: true;
  /** Parts of the list that are offered over it, by their codes. */
  readonly views: Readonly<Record<string, PresetView<F>>>;
  /** ms between reloads of a list that is looked at. */
  readonly poll?: number;
  /** Rows follow /live/changes, matched by this field. */
  readonly live?: Column<F>;
  readonly commands: Readonly<Record<string, Command<F>>>;
  readonly actions: Readonly<Record<string, Action<F>>>;
  readonly related: readonly Related<F>[];
  /** Makes its list a desk. */
  readonly side?: DetailPanel<F>;
  /**
   * What of a record stays in view while its detail scrolls. An entity with a head or a timeline has a page for its
   * detail, others a drawer over the list.
   */
  readonly head: readonly Column<F>[];
  /** What happened to a record, newest first, by the codes of its kinds: `/{entity}/timeline`. */
  readonly timeline: Readonly<Record<string, TimelineSource<F>>>;
  /** Headings over the tabs of the detail; a tab that none of them holds is its own. */
  readonly sections: readonly TabGroup[];
  /**
   * Whose records they are, on our own server: the field that names the organisation (`org_id` by default, a column
   * of its own where no field has that name), `id` for the organisation itself, `shared` for what all tenants see.
   */
  readonly scope: Column<F> | 'org_id' | 'id' | 'shared';
  /** Rows by time: range first, paged by key, dropped by age. `updated` rows change after they were written. */
  readonly record?: { readonly time: Column<F>; readonly updated?: true };
  /** The table on our own server, where it is not the entity's name: two entities may show one table. */
  readonly table: string;
  /** Rows that the server derives from other tables: its table is a view that the store defines. */
  readonly derived: boolean;
  /** The form can show what would be made before it is: `/{entity}/preview` takes what `add` takes. */
  readonly preview: boolean;
  /** Fields by which rows are counted in groups: `/{entity}/count`. A time is counted by day. */
  readonly counts: readonly Column<F>[];
  /** Components of its own in its screens. */
  readonly slots: EntitySlots;
  /** A chart over the list: bars of these numbers for each row in view, named by its title. */
  readonly chart?: readonly Column<F>[];
  /** What an empty list says beside that nothing is there: where its records come from. */
  readonly empty?: Label;
  /** The menu it appears under when nobody has arranged it otherwise, and its icon. */
  readonly menu: { readonly group: string; readonly icon: string };
  /** Rules that need more than one field; answers a message per field. */
  readonly check?: (record: Partial<RecordOf<F>>) => { [K in Column<F>]?: Label } | undefined;
  /** Paths where a customer's server differs from `/{entity}/{verb}`. */
  readonly api: Partial<Record<Verb, string>>;
}

type EntityOptions<N extends string, F extends Fields, C, A> = { readonly fields: F } & Partial<
  Omit<Entity<N, F>, 'name' | 'label' | 'fields' | 'commands' | 'actions'>
> & {
    readonly commands?: { readonly [K in keyof C]: Command<F> & C[K] & KnownWhen<F, C[K]> };
    readonly actions?: { readonly [K in keyof A]: Action<F> & A[K] & KnownWhen<F, A[K]> };
  };

/** Refuses a condition on a field that the entity does not have. */
type KnownWhen<F, C> = C extends { readonly when?: infer W }
  ? { readonly when?: { readonly [P in Exclude<keyof W, keyof F>]?: never } }
  : unknown;

type DeclaredEntity<N extends string, F extends Fields, C, A> = Entity<N, F> & {
  readonly commands: { readonly [K in keyof C]: Command<F> };
  readonly actions: { readonly [K in keyof A]: Action<F> };
};

/**
 * Declares an entity: its fields, and whatever differs from the defaults. Unknown columns, keys and `when` values do
 * not compile.
 */
export const entity = <
  const N extends string,
  F extends Fields,
  C extends Readonly<Record<string, object>> = Record<never, never>,
  A extends Readonly<Record<string, object>> = Record<never, never>,
>(
  name: N,
  label: Label,
  options: EntityOptions<N, F, C, A>,
): DeclaredEntity<N, F, C, A> => {
  const columns = Object.keys(options.fields) as Column<F>[];
  const shown = columns.filter((column) => visible(options.fields[column], 'list'));
  const spec = {
    title: columns[0] as Column<F>,
    key: 'id' as const,
    verbs: options.record ? (['list', 'get', 'export'] as const) : verbs,
    list: shown,
    columns: options.list ?? shown,
    filter: defaultFilterOf(options.fields),
    form: columns.filter((column) => isInput(options.fields[column])),
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
    menu: { group: 'operation', icon: 'list' },
    api: {},
    ...options,
    commands: options.commands ?? {},
    actions: options.actions ?? {},
    name,
    label,
  };
  return spec as unknown as DeclaredEntity<N, F, C, A>;
};

/** The kind that alone makes a declared key a number. */
const NUMBER = 'number';

/** Whether an entity's records are told apart by a text: the declared kind of its key says so. */
export const hasTextKey = ({ key, fields }: Pick<Entity, 'key' | 'fields'>): boolean =>
  key !== 'id' && fields[key]?.kind !== NUMBER;

/** Whether an entity tells what happened to its records. */
export const hasTimeline = ({ timeline }: Pick<Entity, 'timeline'>): boolean =>
  Object.keys(timeline).length > 0;

/** What a kind can do is known to `fields`, which stands above: this one name must be said here. */
const PASSWORD = 'password';

/** What a list is narrowed by where its declaration does not say: the first of its fields. */
export const defaultFilterOf = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => visible(fields[name], 'filter'))
    .slice(0, 4);

const visible = (field: Fields[string] | undefined, view: 'list' | 'filter') =>
  field !== undefined && field.kind !== PASSWORD && (!field.on || field.on.includes(view));

const isInput = (field: Fields[string] | undefined) =>
  field !== undefined && (!field.on || field.on.includes('create') || field.on.includes('edit'));
