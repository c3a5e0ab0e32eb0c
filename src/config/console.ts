import { type Label, labelWith } from '../domain/label';
import { type Entity, hasTextKey, type Verb } from './entity';
import type { AnyField, FieldKinds, Fields, Kind } from './field';
import type { Operation } from './operation';
import type { Report } from './report';
import { sourceMark } from './source';
import { type Wire, wireDefaults } from './wire';

/** A page that is not an entity's screen: a module, loaded when it is opened, with the component under `Page`. */
export interface LazyPage {
  // biome-ignore lint/suspicious/noExplicitAny: config knows no React; the console checks what it loads.
  (): Promise<{ readonly Page: any }>;
  /** The entities it shows: a menu with this page covers their reads. */
  readonly reads?: readonly string[];
  /** Those of `reads` that it can do without. */
  readonly optional?: readonly string[];
}

/**
 * A page of its own that shows records of entities.
 * @param optional entities that it shows too, if the server has them
 */
export const page = (
  load: LazyPage,
  reads: readonly string[],
  optional: readonly string[] = [],
): LazyPage => Object.assign(() => load(), { reads: [...reads, ...optional], optional });

export type Page = string | LazyPage;

/** A tab of an entity's detail that needs more than a declaration: a module with the component under `Tab`. */
export interface DetailTab {
  readonly label: Label;
  // biome-ignore lint/suspicious/noExplicitAny: config knows no React; the component takes `{ record }`.
  readonly load: () => Promise<{ readonly Tab: any }>;
  /** Entities it shows besides. */
  readonly reads: readonly string[];
  /** Drawn small beside the timeline, where there is one: its component is told so by `beside`. */
  readonly beside: boolean;
}

/** A tab of its own in a detail. */
export const tab = (
  label: Label,
  load: DetailTab['load'],
  reads: readonly string[] = [],
  { beside = false }: { readonly beside?: boolean } = {},
): DetailTab => ({ label, load, reads, beside });

/** A menu as the shipped server creates it when the database has none of that code. */
export interface MenuSeed {
  readonly code: string;
  readonly label: Label;
  readonly icon: string;
  /** The page's key; a group has none. */
  readonly url?: string;
  readonly hidden?: boolean;
  readonly children?: readonly MenuSeed[];
}

// biome-ignore lint/suspicious/noExplicitAny: entities of any name and fields; narrower types are not assignable.
export type AnyEntity = Entity<any, any>;

export interface Console {
  readonly entities: readonly AnyEntity[];
  /** menu_url to an entity's generic screen, or to a page of its own. */
  readonly pages: Readonly<Record<string, Page>>;
  readonly menus: readonly MenuSeed[];
  /** Tabs before those of related records, by the entity and the tab's code. */
  readonly tabs: Readonly<Record<string, Readonly<Record<string, DetailTab>>>>;
  readonly reports: readonly Report[];
  readonly wire: Wire;
}

type RefTarget<F> = F extends { readonly kind: infer K extends Kind; readonly of: infer T }
  ? FieldKinds[K] extends { references: true }
    ? T
    : never
  : never;
type RefsOf<E> =
  E extends Entity<infer _, infer F extends Fields>
    ? { [K in keyof F]: RefTarget<F[K]> }[keyof F]
    : never;
type UnknownRef<Es extends readonly AnyEntity[]> = Exclude<RefsOf<Es[number]>, Es[number]['name']>;

interface ConsoleOptions<Es extends readonly AnyEntity[]> {
  readonly entities: Es;
  readonly pages: Readonly<Record<string, NoInfer<Es[number]['name']> | LazyPage>>;
  readonly menus?: readonly MenuSeed[];
  readonly tabs?: {
    readonly [N in NoInfer<Es[number]['name']>]?: Readonly<Record<string, DetailTab>>;
  };
  readonly reports?: readonly Report[];
  /** Paths that differ from `/{entity}/{verb}` for every entity, `{entity}` replaced. */
  readonly paths?: Partial<Record<Verb, string>>;
  /** Names of paging, sorting, totals and the form of the sign, where a customer's server differs. */
  readonly wire?: Partial<Wire>;
}

/**
 * Declares the console. A page that names an unknown entity and a reference to an undeclared one do not compile.
 */
export const defineConsole = <const Es extends readonly AnyEntity[]>(
  options: ConsoleOptions<Es> &
    ([UnknownRef<Es>] extends [never] ? unknown : { 'unknown reference to': UnknownRef<Es> }),
): Console => {
  const whole: ConsoleContext = {
    knownTexts: knownLists(options),
    textKeyed: new Set(options.entities.filter(hasTextKey).map(({ name }) => name)),
  };
  return {
    ...sourceMark(),
    entities: options.entities.map((declared) => ({
      ...declared,
      fields: resolveFields(declared.fields, whole),
      commands: withArgs(declared.commands, whole),
      actions: withArgs(declared.actions, whole),
      api: { ...pathsFor(declared.name, options.paths), ...declared.api },
    })),
    pages: options.pages,
    menus: options.menus ?? [],
    tabs: (options.tabs ?? {}) as Console['tabs'],
    reports: options.reports ?? [],
    wire: { ...wireDefaults, ...options.wire },
  };
};

const pathsFor = (name: string, paths: Partial<Record<Verb, string>> = {}) =>
  Object.fromEntries(
    Object.entries(paths).map(([verb, path]) => [verb, path.replace('{entity}', name)]),
  );

const labelsOf = (seeds: readonly MenuSeed[]): Label[] =>
  seeds.flatMap(({ label, children = [] }) => [label, ...labelsOf(children)]);

/** The texts that only a whole console knows, by the name that a field calls them by. */
const knownLists = ({
  entities,
  menus = [],
}: {
  readonly entities: readonly AnyEntity[];
  readonly menus?: readonly MenuSeed[];
}): Readonly<Record<string, readonly Label[]>> => ({
  menus: [...labelsOf(menus), ...entities.map(({ label }) => label)],
  buttons: buttonLabels(entities),
});

/** Data of the whole console that its fields resolve. */
interface ConsoleContext {
  /** Labels by the name of their list, for the `known` option of a text. */
  readonly knownTexts: Readonly<Record<string, readonly Label[]>>;
  /** The entities whose keys are texts. */
  readonly textKeyed: ReadonlySet<string>;
}

/** Resolves the lists that fields name as `known`, and marks references to entities with text keys. */
const resolveFields = (fields: Fields, { knownTexts, textKeyed }: ConsoleContext): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, AnyField] => {
      const { known: list } = field as { readonly known?: unknown };
      if (typeof list === 'string')
        return [name, { ...field, known: knownTexts[list] } as AnyField];
      return [name, textKeyed.has(field.of) ? ({ ...field, byText: true } as AnyField) : field];
    }),
  );

const withArgs = (operations: Readonly<Record<string, Operation>>, whole: ConsoleContext) =>
  Object.fromEntries(
    Object.entries(operations).map(([code, operation]) => [
      code,
      { ...operation, args: resolveFields(operation.args, whole) },
    ]),
  );

/** What the buttons of the verbs are called. */
export const verbLabels: Readonly<Record<Verb, Label>> = {
  list: ['List', '查询'],
  get: ['Details', '详情'],
  add: ['Add', '新增'],
  update: ['Edit', '修改'],
  delete: ['Delete', '删除'],
  export: ['Export', '导出'],
  import: ['Import', '导入'],
};

/** What can be done with the ticket of a command, by its code. */
export const ticketLabels = {
  cancel: ['Cancel', '取消'],
  resend: ['Send again', '重新下发'],
} satisfies Readonly<Record<string, Label>>;

const operationLabels = (offerings: Readonly<Record<string, Operation>>): Label[] =>
  Object.values(offerings).map(({ label }) => label);

/** Every name that the server has given a button of some entities. */
const buttonLabels = (entities: readonly AnyEntity[]): Label[] =>
  entities.flatMap((entity) => {
    const labels = [
      ...entity.verbs.map((verb) => verbLabels[verb]),
      ...operationLabels(entity.commands),
      ...operationLabels(entity.actions),
      ...Object.values(ticketLabels),
    ];
    return [...labels, ...labels.map((label) => labelWith(entity.label, label))];
  });
