import { type Label, labelWith, type Phrases } from '../domain/label';
import { type Entity, hasTextKey, type Verb } from './entity';
import { type Expression, lineReads } from './expression';
import type { AnyField, Field, FieldKinds, Fields, Kind } from './field';
import type { Operation } from './operation';
import { type Report, withEntityReports, withReportChoices } from './report';
import { loadFrom, type Origin } from './slot';
import { sourceMark } from './source';
import { withWarning } from './warnings';
import { type Wire, wireDefaults } from './wire';

/** Custom page: a module with the component `Page`, loaded when the page is opened. */
export interface LazyPage {
  // biome-ignore lint/suspicious/noExplicitAny: config knows no React; the console checks what it loads.
  (): Promise<{ readonly Page: any }>;
  /** Entities that it shows. A menu with this page grants reading them, and nothing that they refer to. */
  readonly reads?: readonly string[];
  /** Entities of `reads` without which it works too. */
  readonly optional?: readonly string[];
  /** Set if the page follows the live fleet without reading devices, whose readers do so too. */
  readonly live?: true;
  /** Set if the page can open for one lock; the search then offers it by these phrases. */
  readonly forLock?: LockAddress;
  readonly component?: Origin<unknown>;
}

/** Loads the module of a page or tab, or a component of the customer's as its member. */
const moduleFrom = async <M>(origin: Origin<M>, member: keyof M): Promise<M> =>
  typeof origin === 'string' ? ({ [member]: await loadFrom(origin) } as M) : origin();

/** Address of a page for one lock. */
export interface LockAddress {
  /** Names besides the page's title. */
  readonly phrases: Phrases;
  /** Returns the query of the URL. @param time that the operator names; the page chooses one without it */
  readonly query: (sn: string, time: NamedDay) => Readonly<Record<string, string>>;
}

/** Day that an operator names, as parameters of a URL. */
export interface NamedDay {
  /** `yyyy-MM-dd`, in the operator's zone. */
  readonly day?: string;
  /** Clock time on that day, if one is named; epoch ms. */
  readonly at?: string;
}

/**
 * Declares a custom page.
 * @param reads entities that it shows
 * @param optional entities that it also shows if the server has them
 */
export const page = (
  // biome-ignore lint/suspicious/noExplicitAny: as in `LazyPage`.
  component: Origin<{ readonly Page: any }>,
  reads: readonly string[],
  optional: readonly string[] = [],
  { forLock, live }: Pick<LazyPage, 'forLock' | 'live'> = {},
): LazyPage =>
  Object.assign(() => moduleFrom(component, 'Page'), {
    ...sourceMark(),
    component,
    reads: [...reads, ...optional],
    optional,
    forLock,
    live,
  });

export type Page = string | LazyPage;

/** Custom tab of an entity's detail: a module with the component `Tab`. */
export interface DetailTab {
  readonly label: Label;
  // biome-ignore lint/suspicious/noExplicitAny: config knows no React; the component takes `{ record }`.
  readonly load: () => Promise<{ readonly Tab: any }>;
  /** Other entities that it shows. A permission for the detail grants reading them. */
  readonly reads: readonly string[];
  /** Draw it compactly beside the timeline, if there is one. The component then gets the property `beside`. */
  readonly beside: boolean;
  readonly component?: Origin<unknown>;
}

export const tab = (
  label: Label,
  // biome-ignore lint/suspicious/noExplicitAny: as in `DetailTab`.
  component: Origin<{ readonly Tab: any }>,
  reads: readonly string[] = [],
  { beside = false }: { readonly beside?: boolean } = {},
): DetailTab => ({
  ...sourceMark(),
  label,
  component,
  reads,
  beside,
  load: () => moduleFrom(component, 'Tab'),
});

/** Menu that our server creates if the database has none with its code. */
export interface MenuSeed {
  readonly code: string;
  readonly label: Label;
  readonly icon: string;
  /** Key of the page; undefined for a group. */
  readonly url?: string;
  readonly hidden?: boolean;
  /**
   * Code of the menu whose page this one opens with a preset. It is hidden unless `hidden` is false or a role has it
   * without that menu.
   */
  readonly presetOf?: string;
  readonly children?: readonly MenuSeed[];
}

/** Returns menus with all menus below them. */
export const flatMenus = (menus: readonly MenuSeed[]): MenuSeed[] =>
  menus.flatMap((menu) => [menu, ...flatMenus(menu.children ?? [])]);

// biome-ignore lint/suspicious/noExplicitAny: entities of any name and fields; narrower types are not assignable.
export type AnyEntity = Entity<any, any>;

export interface Console {
  readonly entities: readonly AnyEntity[];
  /** Generic screens (an entity's name) and custom pages by `menu_url`. */
  readonly pages: Readonly<Record<string, Page>>;
  readonly menus: readonly MenuSeed[];
  /** Custom tabs, shown before those of related records, by entity and code. */
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
  /** Paths that differ from `/{entity}/{verb}` for every entity; `{entity}` is replaced by the name. */
  readonly paths?: Partial<Record<Verb, string>>;
  /** Formats in which a customer's server differs: paging, sorting, totals, signature. */
  readonly wire?: Partial<Wire>;
}

/** Key under which an entity of a console holds the entity that the console was given. */
const ORIGIN = Symbol('origin');

/** Returns the entity that `defineConsole` was given; one of no console itself. */
export const originalEntity = (entity: AnyEntity): AnyEntity =>
  (entity as AnyEntity & { readonly [ORIGIN]?: AnyEntity })[ORIGIN] ?? entity;

/** Declares the console. An unknown entity in a page or a reference is a type error. */
export const defineConsole = <const Es extends readonly AnyEntity[]>(
  options: ConsoleOptions<Es> &
    ([UnknownRef<Es>] extends [never] ? unknown : { 'unknown reference to': UnknownRef<Es> }),
): Console => {
  const { entities, menus = [], paths = {} } = options;
  const labelLists: Readonly<Record<string, readonly Label[]>> = {
    menus: [...flatMenus(menus), ...entities].map(({ label }) => label),
    buttons: buttonLabels(entities),
  };
  const reports = options.reports ? withEntityReports(options.reports, entities) : [];
  const textKeyed = new Set<string>(entities.filter(hasTextKey).map(({ name }) => name));
  /** Resolves the label lists that texts name as `labels`, and marks references to entities with text keys. */
  const resolved = (fields: Fields): Fields =>
    mapValues(fields, (field) => {
      // The server's check reports what is no field.
      if (!field) return field;
      const { labels: list } = field as { readonly labels?: unknown };
      if (typeof list === 'string') return { ...field, labels: labelLists[list] } as AnyField;
      const { adds } = field as Partial<Field<'choice'>>;
      if (adds) return withReportChoices(field, adds, reports);
      return textKeyed.has(field.of) ? { ...field, byText: true } : field;
    });
  const { partScope, resolveLines } = partsOf(entities);
  const withArgs = (operations: Readonly<Record<string, Operation>>) =>
    mapValues(operations, (operation) => ({ ...operation, args: resolved(operation.args) }));
  return {
    ...sourceMark(),
    entities: entities.map((declared) => ({
      ...declared,
      ...partScope(declared),
      fields: withWarnings({ ...declared, fields: resolveLines(declared, resolved) }),
      commands: withArgs(declared.commands),
      actions: withArgs(declared.actions),
      api: {
        ...mapValues(paths, (path) => path.replace('{entity}', declared.name)),
        ...declared.api,
      },
      [ORIGIN]: declared,
    })),
    pages: withOwnPages(options),
    menus,
    tabs: (options.tabs ?? {}) as Console['tabs'],
    reports,
    wire: { ...wireDefaults, ...options.wire },
  };
};

const withWarnings = ({ fields, warns }: Pick<AnyEntity, 'fields' | 'warns'>): Fields => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(warns)
      .filter(([name]) => fields[name])
      .map(([name, warning]) => [name, withWarning(fields[name], { ...warning, fields })]),
  ),
});

/** Entity kind whose subject is an entity. Named here because kinds are in `fields`. */
const LINES = 'lines';

/** Returns what entities with lines and their parts know of each other. */
const partsOf = (entities: readonly AnyEntity[]) => {
  const named = (subject: { readonly name: string } | string | undefined) =>
    entities.find(({ name }) => name === (Object(subject).name ?? subject));
  /** Rows of a part belong to an organisation if those of its parent do. */
  const partScope = ({ partOf, scope }: AnyEntity) => {
    const parent = named(partOf);
    return { scope: ['shared', 'id'].includes(String(parent?.scope)) ? 'shared' : scope };
  };
  /** Columns of lines whose sums a computed field of the record has. */
  const totalsOf = ({ computed }: AnyEntity, name: string) =>
    Object.values<Expression>(computed).flatMap((tree) =>
      lineReads(tree).flatMap(({ lines, take, each = { value: null } }) =>
        lines === name && take === 'sum' && 'line' in each ? [each.line] : [],
      ),
    );
  const resolveLines = (entity: AnyEntity, resolved: (fields: Fields) => Fields): Fields =>
    mapValues(resolved(entity.fields), (field, name) => {
      const part = field?.kind === LINES ? named(field.of) : undefined;
      return part
        ? {
            ...field,
            of: { ...part, ...partScope(part), fields: resolved(part.fields) },
            totals: totalsOf(entity, name),
          }
        : field;
    });
  return { partScope, resolveLines };
};

const mapValues = <V, R>(
  record: Readonly<Record<string, V>>,
  change: (value: V, name: string) => R,
) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/**
 * Adds a page under its name for each entity that a menu names or no other shows; none without menus. What is malformed
 * is left to the server's check.
 */
const withOwnPages = ({
  entities,
  pages,
  menus = [],
  tabs = {},
}: ConsoleOptions<readonly AnyEntity[]>): Console['pages'] => {
  const urls = new Set(flatMenus(menus).map(({ url }) => url));
  const besideOthers = new Set<unknown>([
    ...Object.values(pages),
    ...entities.flatMap(({ name: own, related, actions }) =>
      [
        ...[...related].map((part) => part?.entity),
        ...Object.values<Operation>(actions)
          .flatMap(({ args }) => Object.values(args))
          .map((field) => field?.of),
        ...Object.values(tabs[own] ?? {}).flatMap((part) => part?.reads),
      ].filter((name) => name !== own),
    ),
  ]);
  const own = entities.filter(
    ({ name, verbs }) => verbs.includes('list') && (urls.has(name) || !besideOthers.has(name)),
  );
  return {
    ...(urls.size > 0 && Object.fromEntries(own.map(({ name }) => [name, name]))),
    ...pages,
  };
};

export const verbLabels: Readonly<Record<Verb, Label>> = {
  list: ['List', '查询'],
  get: ['Details', '详情'],
  add: ['Add', '新增'],
  update: ['Edit', '修改'],
  delete: ['Delete', '删除'],
  export: ['Export', '导出'],
  import: ['Import', '导入'],
};

/** Button labels of the operations on a ticket, by code. */
export const ticketLabels = {
  cancel: ['Cancel', '取消'],
  resend: ['Send again', '重新下发'],
} satisfies Readonly<Record<string, Label>>;

const operationLabels = (offerings: Readonly<Record<string, Operation>>): Label[] =>
  Object.values(offerings).map(({ label }) => label);

/** Returns all button names that the server may have created for these entities. */
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
