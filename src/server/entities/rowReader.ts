import { textOf } from '../../domain/label';
import type { Row } from '../db';
import type { RuledEntity } from './dependencies';
import type { RuleContext } from './EntityRules';
import { inReadersLanguage, withPlaceNames } from './placeNames';
import { withVirtualFields } from './virtualFields';

export const createRowReader = ({ entity, rules, dependencies }: RuledEntity) => {
  const { places, config } = dependencies;

  const localize = async (rows: readonly Row[], { db, locale, caller }: RuleContext) => {
    const reader = { db, places, locale, orgId: caller.oper.org_id };
    return inReadersLanguage(rules, await withPlaceNames(entity, rows, reader), locale);
  };

  /** Adds the lock reasons to the rows that have any. */
  const withLockReasons = async (rows: readonly Row[], context: RuleContext): Promise<Row[]> => {
    const { kept: name } = config.wire;
    if (!rules.lockReasons || name === '' || rows.length === 0) return [...rows];
    const reasons = await rules.lockReasons(rows, context);
    return rows.map((row, i) => {
      const why = Object.entries(reasons[i] ?? {}).flatMap(([verb, label]) =>
        label ? [[verb, textOf(label, context.locale)]] : [],
      );
      return why.length > 0 ? { ...row, [name]: Object.fromEntries(why) } : row;
    });
  };

  const fill = (rows: readonly Row[], context: RuleContext) =>
    withVirtualFields(entity, rules, rows, context);

  const answerAll = async (rows: readonly Row[], context: RuleContext): Promise<Row[]> =>
    withLockReasons(await localize(rows, context), context);

  return {
    /** Adds the virtual fields to a row. */
    complete: async (row: Row | undefined, context: RuleContext): Promise<Row | undefined> => {
      const [filled] = row ? await fill([row], context) : [];
      return filled && rules.resolveOutput ? rules.resolveOutput(filled, context) : filled;
    },
    /** Adds the virtual fields of lists to rows. */
    fill,
    /** Translates rows for their reader, and describes their positions in words. */
    localize,
    /** Localizes rows and adds their lock reasons. */
    answerAll,
    answer: async (row: Row | undefined, context: RuleContext): Promise<Row | undefined> =>
      row && (await answerAll([row], context))[0],
  };
};
