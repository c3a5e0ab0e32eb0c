import { type AnyEntity, type AnyField, isBlank, type Wire } from '../../config';
import { DAY } from '../../domain/duration';
import { labelWith } from '../../domain/label';
import { cutsOf } from '../../domain/period';
import { isZone } from '../../domain/zone';
import { rule, schemaOf } from '../../fields';
import { actionPath, buttonCode } from '../../protocol';
import type { Grouping, GroupQuery } from '../db';
import { invalid, ruleLabel, type SignedInEndpoint, text, type Values } from '../endpoint';
import { type EntityDependencies, type Subject, scopeOf } from './dependencies';
import { fieldsOf } from './fieldsOf';
import { filtersJson, GROWING } from './jsonSchema';
import { selectionOf } from './listQuery';
import { refusalOf } from './refusalOf';

/** Days of one answer: a year, and what a chart shows besides. */
const MOST_DAYS = 400;

/** When the days began of the time that the filters leave. @throws CallError `invalid` where they leave any time */
const daysOf = (field: string, zone: unknown, filters: Values, names: Wire): number[] => {
  const [from, to] = [names.from, names.to].map((suffix) => `${field}${suffix}`) as [
    string,
    string,
  ];
  if (!isBlank(zone) && !isZone(zone)) throw invalid({ zone: text('zone') });
  for (const end of [from, to]) {
    if (!Number.isSafeInteger(filters[end])) throw invalid({ [end]: ruleLabel(rule('required')) });
  }
  const [first, last] = [Number(filters[from]), Number(filters[to])];
  if (last < first) throw invalid({ [to]: text('notLater') });
  if (last - first > MOST_DAYS * DAY) {
    throw invalid({ [to]: text('rangeTooLong', { max: MOST_DAYS }) });
  }
  return cutsOf('day', first, last, isBlank(zone) ? 'UTC' : String(zone));
};

const groupingOf = (
  entity: AnyEntity,
  argument: 'by' | 'split',
  { [argument]: given, zone }: Values,
  filters: Values,
  wire: Wire,
): Grouping => {
  const field: AnyField | undefined = fieldsOf(entity)[String(given)];
  if (!field || !entity.counts.includes(String(given))) {
    throw invalid({ [argument]: text('noCount') });
  }
  return {
    field: String(given),
    ...(schemaOf(field).countBy === 'day' && { days: daysOf(String(given), zone, filters, wire) }),
  };
};

const groupQueryOf = (
  entity: AnyEntity,
  dependencies: EntityDependencies,
  body: Values,
): GroupQuery => {
  const { by, split, zone, ...rest } = body;
  const { wire } = dependencies.config;
  const { filters } = selectionOf(entity, wire, rest);
  return {
    by: groupingOf(entity, 'by', { by, zone }, filters, wire),
    ...(!isBlank(split) && { split: groupingOf(entity, 'split', { split, zone }, filters, wire) }),
    filters,
  };
};

/** Counts the rows that a list would show, by the values of a field or two: the figures behind a chart. */
export const countCall = ({ entity, table, dependencies }: Subject): SignedInEndpoint => ({
  path: actionPath(entity.name, 'count'),
  label: labelWith(entity.label, ['Figures', '统计']),
  code: buttonCode(entity.name, 'count'),
  kind: 'list',
  access: 'granted',
  changes: false,
  request: {
    type: 'object',
    properties: {
      by: { enum: entity.counts },
      split: { enum: entity.counts },
      zone: {
        type: 'string',
        description: 'On whose clocks days begin, for counting a time by day: Asia/Shanghai',
      },
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
      growing: GROWING,
    },
  },
  work: async ({ body }, caller) => {
    try {
      const query = groupQueryOf(entity, dependencies, body);
      const growing = dependencies.isGrowing?.() ?? false;
      return { groups: await table.count(query, scopeOf(entity, dependencies, caller)), growing };
    } catch (error) {
      throw refusalOf(error, dependencies.config);
    }
  },
});
