import { type AnyEntity, type AnyField, isBlank, type Wire } from '../../config';
import { DAY } from '../../domain/duration';
import { labelWith } from '../../domain/label';
import { periodStarts } from '../../domain/period';
import { isZone } from '../../domain/zone';
import { rule, schemaOf } from '../../fields';
import { actionPath, buttonCode } from '../../protocol';
import {
  type CallValues,
  invalidInput,
  ruleLabel,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import type { Grouping, GroupQuery } from '../db';
import { type EntityDependencies, type RuleSubject, scopeOf } from './dependencies';
import { fieldsOf } from './fieldsOf';
import { filtersJson, PENDING_COLUMN } from './jsonSchema';
import { parseSelection } from './listQuery';
import { callErrorOf } from './refusalOf';

/** Maximum days per answer: a year and the margins of a chart. */
const MAX_DAYS = 400;

/**
 * Returns the starts of the days in the filtered time span. @throws CallError `invalid` if the filters leave it open
 */
const daysOf = (field: string, zone: unknown, filters: CallValues, names: Wire): number[] => {
  const [from, to] = [names.from, names.to].map((suffix) => `${field}${suffix}`) as [
    string,
    string,
  ];
  if (!isBlank(zone) && !isZone(zone)) throw invalidInput({ zone: serverLabel('zone') });
  for (const end of [from, to]) {
    if (!Number.isSafeInteger(filters[end]))
      throw invalidInput({ [end]: ruleLabel(rule('required')) });
  }
  const [first, last] = [Number(filters[from]), Number(filters[to])];
  if (last < first) throw invalidInput({ [to]: serverLabel('notLater') });
  if (last - first > MAX_DAYS * DAY) {
    throw invalidInput({ [to]: serverLabel('rangeTooLong', { max: MAX_DAYS }) });
  }
  return periodStarts('day', first, last, isBlank(zone) ? 'UTC' : String(zone));
};

const groupingOf = (
  entity: AnyEntity,
  argument: 'by' | 'split',
  { [argument]: name, zone }: CallValues,
  filters: CallValues,
  wire: Wire,
): Grouping => {
  const field: AnyField | undefined = fieldsOf(entity)[String(name)];
  if (!field || !entity.counts.includes(String(name))) {
    throw invalidInput({ [argument]: serverLabel('noCount') });
  }
  return {
    field: String(name),
    ...(schemaOf(field).countBy === 'day' && { days: daysOf(String(name), zone, filters, wire) }),
  };
};

const groupQueryOf = (
  entity: AnyEntity,
  dependencies: EntityDependencies,
  body: CallValues,
): GroupQuery => {
  const { by, split, zone, ...rest } = body;
  const { wire } = dependencies.config;
  const { filters } = parseSelection(entity, wire, rest);
  return {
    by: groupingOf(entity, 'by', { by, zone }, filters, wire),
    ...(!isBlank(split) && { split: groupingOf(entity, 'split', { split, zone }, filters, wire) }),
    filters,
  };
};

/** Call `count`: counts the rows of a list by the values of one or two fields, for charts. */
export const countCall = ({ entity, table, dependencies }: RuleSubject): SignedInEndpoint => ({
  path: actionPath(entity.name, 'count'),
  label: labelWith(entity.label, ['Counts', '统计']),
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
      growing: PENDING_COLUMN,
    },
  },
  work: async ({ body }, caller) => {
    try {
      const query = groupQueryOf(entity, dependencies, body);
      const growing = dependencies.isGrowing?.() ?? false;
      return { groups: await table.count(query, scopeOf(entity, dependencies, caller)), growing };
    } catch (error) {
      throw callErrorOf(error, dependencies.config);
    }
  },
});
