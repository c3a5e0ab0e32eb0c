import type { EntityRules } from '../entities';

type Rules = Readonly<Record<string, EntityRules>>;

/** The customer's code, as far as the configuration is checked against it. */
export interface CheckedCode {
  readonly server: { readonly rules?: Rules };
  /** Path of its folder, from that of the project. */
  readonly folder: string;
  /** Names that `custom/console.tsx` exports. */
  readonly components: readonly string[];
  /** Kinds of fields with a schema, and with a view. */
  readonly kinds: { readonly schemas: readonly string[]; readonly views: readonly string[] };
}

/** Adds the customer's rules to those of the product, which run first. */
export const withCustom = (product: Rules, custom: Rules | undefined, log: Log): Rules => ({
  ...product,
  ...Object.fromEntries(
    Object.entries(custom ?? {}).map(([entity, own]) => {
      const { afterCommit: work, ...rest } = own;
      const afterCommit = work && logging(`${entity}.afterCommit in custom/server.ts`, work, log);
      return [entity, combine(product[entity] ?? {}, { ...rest, afterCommit })];
    }),
  ),
});

interface Log {
  error(text: string): void;
}

/** Logs the errors of work, instead of throwing them into a call whose change is committed. */
const logging = (name: string, work: () => unknown, log: Log) => async () => {
  try {
    await work();
  } catch (error) {
    log.error(`${name}: ${error instanceof Error ? error.stack : error}`);
  }
};

/** Parts of rules that have entries of their own, by code or field. */
const TABLES = ['actions', 'beforeAction', 'trials', 'virtualFields'] as const;
/** Rules that an entity can have only once. */
const SINGLE = ['within', 'collect', 'preview'] as const;

/** Returns the parts that both rules of an entity have, and only one can. */
export const clashesOf = (product: EntityRules, own: EntityRules): string[] => [
  ...SINGLE.filter((name) => product[name] && own[name]),
  ...TABLES.flatMap((table) =>
    Object.keys(own[table] ?? {}).filter((name) => Object.hasOwn(product[table] ?? {}, name)),
  ),
];

/** Joins two rules if both exist. */
const joined = <R>(first: R | undefined, second: R | undefined, join: (one: R, other: R) => R) =>
  first && second ? join(first, second) : (second ?? first);

type Step<A extends readonly unknown[]> = (...input: A) => Promise<void>;

const inOrder =
  <A extends readonly unknown[]>(first: Step<A>, second: Step<A>): Step<A> =>
  async (...input) => {
    await first(...input);
    await second(...input);
  };

const combine = (product: EntityRules, own: EntityRules): EntityRules => ({
  ...product,
  ...own,
  ...Object.fromEntries(TABLES.map((table) => [table, { ...product[table], ...own[table] }])),
  beforeList: joined(product.beforeList, own.beforeList, inOrder),
  afterOperation: joined(product.afterOperation, own.afterOperation, inOrder),
  beforeDelete: joined(product.beforeDelete, own.beforeDelete, inOrder),
  resolveInput: joined(
    product.resolveInput,
    own.resolveInput,
    (first, second) => async (change) => second({ ...change, values: await first(change) }),
  ),
  resolveOutput: joined(
    product.resolveOutput,
    own.resolveOutput,
    (first, second) => async (row, context) => second(await first(row, context), context),
  ),
  lockReasons: joined(
    product.lockReasons,
    own.lockReasons,
    (first, second) => async (rows, context) => {
      const ownReasons = await second(rows, context);
      return (await first(rows, context)).map((reasons, i) => ({ ...ownReasons[i], ...reasons }));
    },
  ),
  inLanguage: joined(
    product.inLanguage,
    own.inLanguage,
    (first, second) => (row, locale) => second(first(row, locale), locale),
  ),
  afterCommit: joined(product.afterCommit, own.afterCommit, (first, second) => () => {
    first();
    second();
  }),
});
