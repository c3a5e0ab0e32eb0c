import { describe, expect, it } from 'vitest';
import type { EntityRules } from '../../../../src/server/entities';
import { clashesOf, withCustom } from '../../../../src/server/rules/custom';

const row = { id: 1 };

/** Rules that write down when they run. */
const rulesOf = (name: string, log: string[]): EntityRules => {
  const write = async () => {
    log.push(name);
  };
  const add = (before: object) => ({ ...before, [name]: Object.keys(before).length });
  return {
    beforeList: write,
    afterOperation: write,
    beforeDelete: write,
    afterCommit: () => void log.push(name),
    resolveInput: async ({ values }) => add(values),
    resolveOutput: async (before) => add(before),
    inLanguage: add,
    lockReasons: async (rows) => rows.map(() => ({ update: [name, name], [name]: [name, name] })),
    actions: { [name]: async () => ({ done: 1 }) },
  };
};

const merged = () => {
  const log: string[] = [];
  const all = withCustom(
    { thing: rulesOf('product', log), other: {} },
    { thing: rulesOf('own', log), box: rulesOf('own', log) },
    { error: (text) => log.push(text) },
  );
  return { log, all, rules: all.thing as Required<EntityRules> };
};

describe('rules of an installation', () => {
  it.each(['beforeList', 'afterOperation', 'beforeDelete', 'afterCommit'] as const)(
    'run after those of the product: %s',
    async (name) => {
      const { log, rules } = merged();
      await (rules[name] as (...input: unknown[]) => unknown)({}, {});
      expect(log).toEqual(['product', 'own']);
    },
  );

  it('get what the rules of the product return', async () => {
    const { rules } = merged();
    const values = await rules.resolveInput({ values: {} } as never);
    expect(values).toEqual({ product: 0, own: 1 });
    expect(await rules.resolveOutput(row, {} as never)).toEqual({ id: 1, product: 1, own: 2 });
    expect(rules.inLanguage(row, 'en')).toEqual({ id: 1, product: 1, own: 2 });
  });

  it('add actions, and reasons that do not replace those of the product', async () => {
    const { rules } = merged();
    expect(Object.keys(rules.actions)).toEqual(['product', 'own']);
    expect(await rules.lockReasons([row], {} as never)).toEqual([
      { update: ['product', 'product'], product: expect.anything(), own: expect.anything() },
    ]);
  });

  it('stand alone for an entity without rules of the product', () => {
    const { all } = merged();
    expect(Object.keys(all)).toEqual(['thing', 'other', 'box']);
    expect(Object.keys(all.box?.actions ?? {})).toEqual(['own']);
  });

  it.each<[string[], EntityRules]>([
    [[], { resolveInput: async ({ values }) => values }],
    [['within'], { within: () => undefined }],
    [['send'], { actions: { send: async () => ({ done: 1 }), stop: async () => ({ done: 1 }) } }],
    [['hours'], { virtualFields: { hours: async () => [] } }],
  ])('clash with the product in %j', (clashes, own) => {
    const product: EntityRules = {
      within: () => undefined,
      resolveInput: async ({ values }) => values,
      actions: { send: async () => ({ done: 1 }) },
      virtualFields: { hours: async () => [] },
    };
    expect(clashesOf(product, own)).toEqual(clashes);
  });
});
