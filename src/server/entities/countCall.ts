import type { AnyEntity, AnyField, Wire } from '../../config';
import { DAY } from '../../domain/duration';
import { labelWith } from '../../domain/label';
import { periodStarts } from '../../domain/period';
import { isZone } from '../../domain/zone';
import { rule, schemaOf } from '../../fields';
import { buttonCode, type RequestOf } from '../../protocol';
import { countContract } from '../../protocol/contracts/records';
import { answering } from '../calls/answering';
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
import { filtersJson } from './jsonSchema';
import { parseSelection } from './listQuery';
import { tableAsOf } from './readerZone';
import { refusing } from './refusalOf';

/** Maximum days per answer: a year and the margins of a chart. */
const MAX_DAYS = 400;

/**
 * Returns the starts of the days in the filtered time span. @throws CallError `invalid` if the filters leave it open
 */
const daysOf = (field: string, zone: string, filters: CallValues, names: Wire): number[] => {
  const [from, to] = [`${field}${names.from}`, `${field}${names.to}`];
  if (!isZone(zone)) throw invalidInput({ zone: serverLabel('zone') });
  for (const end of [from, to]) {
    if (!Number.isSafeInteger(filters[end]))
      throw invalidInput({ [end]: ruleLabel(rule('required')) });
  }
  const [first, last] = [Number(filters[from]), Number(filters[to])];
  if (last < first) throw invalidInput({ [to]: serverLabel('notLater') });
  if (last - first > MAX_DAYS * DAY) {
    throw invalidInput({ [to]: serverLabel('rangeTooLong', { max: MAX_DAYS }) });
  }
  return periodStarts('day', first, last, zone);
};

const groupQueryOf = (
  entity: AnyEntity,
  { config: { wire } }: EntityDependencies,
  { by, split, zone = 'UTC', ...rest }: RequestOf<ReturnType<typeof countContract>>,
): GroupQuery => {
  const { filters } = parseSelection(entity, wire, rest);
  const groupingOf = (argument: 'by' | 'split', name: string): Grouping => {
    const field: AnyField | undefined = fieldsOf(entity)[name];
    if (!field || !entity.counts.includes(name)) {
      throw invalidInput({ [argument]: serverLabel('noCount') });
    }
    const isTime = schemaOf(field).countBy === 'day';
    return { field: name, ...(isTime && { days: daysOf(name, zone, filters, wire) }) };
  };
  return {
    by: groupingOf('by', by),
    ...(split !== undefined && { split: groupingOf('split', split) }),
    filters,
  };
};

/** Call `count`: counts the rows of a list by the values of one or two fields, for charts. */
export const countCall = ({ entity, table, dependencies }: RuleSubject): SignedInEndpoint =>
  answering(countContract(entity.name, labelWith(entity.label, ['Counts', '统计'])), {
    code: buttonCode(entity.name, 'count'),
    kind: 'list',
    access: 'granted',
    changes: false,
    declared: {
      properties: {
        by: { enum: entity.counts },
        split: { enum: entity.counts },
        ...filtersJson(entity, dependencies.config.wire),
      },
    },
    work: refusing(dependencies.config, entity, async ({ body }, caller) => {
      const query = groupQueryOf(entity, dependencies, body);
      const growing = dependencies.isGrowing?.() ?? false;
      const rows = await tableAsOf({ entity, table, dependencies }, body.zone);
      return { groups: await rows.count(query, scopeOf(dependencies, caller)), growing };
    }),
  });
