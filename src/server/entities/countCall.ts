import { type AnyEntity, type AnyField, isBlank } from '../../config';
import { labelWith } from '../../domain/label';
import { schemaOf } from '../../fields';
import { actionPath } from '../../protocol';
import type { EntityTable, Grouping, GroupQuery } from '../db';
import { invalid, type SignedInEndpoint, text, type Values } from '../endpoint';
import { type EntityDependencies, scopeOf } from './dependencies';
import { fieldsOf } from './fieldsOf';
import { filtersJson } from './jsonSchema';
import { selectionOf } from './listQuery';
import { refusalOf } from './refusalOf';

/** Minutes east of UTC: no zone is further away. */
const FURTHEST = 14 * 60;

const offsetOf = (offset: unknown): number => {
  if (isBlank(offset)) return 0;
  if (Number.isInteger(offset) && Math.abs(Number(offset)) <= FURTHEST) return Number(offset);
  throw invalid({ offset: text('page', { min: -FURTHEST, max: FURTHEST }) });
};

const groupingOf = (
  entity: AnyEntity,
  argument: 'by' | 'split',
  { [argument]: given, offset }: Values,
): Grouping => {
  const field: AnyField | undefined = fieldsOf(entity)[String(given)];
  if (!field || !entity.counts.includes(String(given))) {
    throw invalid({ [argument]: text('noCount') });
  }
  return {
    field: String(given),
    ...(schemaOf(field).countBy === 'day' && { daysEast: offsetOf(offset) }),
  };
};

const groupQueryOf = (
  entity: AnyEntity,
  dependencies: EntityDependencies,
  body: Values,
): GroupQuery => {
  const { by, split, offset, ...filters } = body;
  return {
    by: groupingOf(entity, 'by', { by, offset }),
    ...(!isBlank(split) && { split: groupingOf(entity, 'split', { split, offset }) }),
    filters: selectionOf(entity, dependencies.config.wire, filters).filters,
  };
};

/** Counts the rows that a list would show, by the values of a field or two: the figures behind a chart. */
export const countCall = (
  entity: AnyEntity,
  table: EntityTable,
  dependencies: EntityDependencies,
): SignedInEndpoint => ({
  path: actionPath(entity.name, 'count'),
  label: labelWith(entity.label, ['Figures', '统计']),
  code: `${entity.name}:count`,
  kind: 'list',
  access: 'granted',
  changes: false,
  request: {
    type: 'object',
    properties: {
      by: { enum: entity.counts },
      split: { enum: entity.counts },
      offset: { type: 'integer', description: 'Minutes east of UTC, for counting a time by day' },
      ...filtersJson(entity, dependencies.config.wire),
    },
    required: ['by'],
  },
  answer: {
    type: 'object',
    properties: {
      groups: {
        type: 'array',
        items: { type: 'object', properties: { value: {}, split: {}, count: { type: 'integer' } } },
      },
    },
  },
  work: async ({ body }, caller) => {
    try {
      const query = groupQueryOf(entity, dependencies, body);
      return { groups: await table.count(query, scopeOf(entity, dependencies, caller)) };
    } catch (error) {
      throw refusalOf(error, dependencies.config);
    }
  },
});
