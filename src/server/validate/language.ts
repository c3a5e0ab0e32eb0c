import { type TSchema, Type } from 'typebox';
import {
  type AnyEntity,
  type AnyField,
  type Choices,
  type ChoiceTable,
  type Console,
  defaultFilterOf,
  type Field,
  type Fields,
  fieldUses,
  flatMenus,
  iconNames,
  type Measure,
  type Operation,
  type Page,
  type Related,
  type Report,
  type StateTable,
  type TimelineSource,
} from '../../config';
import { exactOf } from '../../domain/exact';
import { locales, toneNames } from '../../domain/label';
import { nearestOf } from '../../domain/text';
import { isInputOnly, kinds, schemaOf } from '../../fields';
import { isDay } from '../../fields/kinds/date.schema';
import { PERIODS, readForm } from '../entities';
import {
  columnType,
  isField,
  isFilter,
  listFilters,
  NUMBER,
  tabCodes,
  typeProblems,
} from './columns';
import { duplicates, findingsIn, type Problems } from './finding';
import { recordsOf, USUAL } from './reports';

/** Adds a rule to a schema. TypeBox carries its findings as a text. */
const withRule = <V>(problems: (value: V) => Problems, type: TSchema = Type.Unknown()): TSchema =>
  Type.Refine(
    type,
    (value) => findingsIn('', problems(value as V)).length === 0,
    (value) => JSON.stringify(findingsIn('', problems(value as V))),
  );

/** Option that names other declarations. @param names allowed ones; all if undefined */
const nameOf = <V = unknown>(
  names: Iterable<unknown> | undefined,
  noun: string,
  namesIn: (value: V) => readonly unknown[] = (value) => [value].flat(),
  type?: TSchema,
) => {
  const allowedNames = names && new Set(names);
  const unknownIn = (value: V): Problems => {
    const wrong = allowedNames ? namesIn(value).filter((name) => !allowedNames.has(name)) : [];
    const [first] = wrong;
    const isLong = ['icon', 'menu', 'command'].includes(noun);
    const near = isLong && nearestOf(String(first), [...(allowedNames ?? [])].map(String));
    if (first !== undefined && near) return { unlike: [first, noun, near] };
    return { unknown: wrong.length > 0 && [wrong.join(', '), noun] };
  };
  return Type.Optional(withRule(unknownIn, type));
};

const namesIn = (entities: readonly AnyEntity[]): string[] => entities.map(({ name }) => name);

const list = (item: TSchema = Type.Unknown()) =>
  Type.Optional(Type.Array(item, { uniqueItems: true }));

const first = ([name]: readonly unknown[]) => [name];

/** Languages in which a label has no text. */
const missingIn = (value: unknown): string => {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [];
  return locales.filter((_, i) => String(texts[i] ?? '').trim() === '').join(' and ');
};

const label = withRule((value) => ({ labels: missingIn(value) !== '' && [missingIn(value)] }));
const text = Type.Optional(label);
const icon = nameOf(iconNames, 'icon');
const count = Type.Integer({ minimum: 1 });

/** Conditions on fields: each has a list of values, or the number to exceed. */
const conditions = (names: Iterable<string>, noun: string) =>
  nameOf(
    names,
    noun,
    Object.keys,
    Type.Record(Type.String(), Type.Unsafe({ type: ['array', 'object'] })),
  );

/** Names of the fields that pass a test. One of no kind passes, because it is an error already. */
const namesOf = (fields: Fields, passes: (field: AnyField) => unknown): string[] =>
  Object.keys(fields).filter((name) => !isField(fields[name]) || passes(fields[name]));

const columnsOf = (fields: Fields): string[] =>
  namesOf(fields, (field) => !field.virtual && !isInputOnly(field));

const ofKind = (fields: Fields, kind: string) => namesOf(fields, (field) => field.kind === kind);

/** Option that names fields by which lists of an entity can be narrowed. */
const narrowing = (entity: AnyEntity | undefined, namesIn?: (value: object) => string[]) =>
  nameOf<never>(
    entity && ['id', ...namesOf(entity.fields, isFilter)],
    `field by which ${entity?.name} is narrowed`,
    namesIn,
  );

const filterFields = (filter: object) =>
  Object.keys(filter).map((name) => name.replace(/_is$/, ''));

const table = withRule<Choices>(
  (choices) => {
    const [twice] = duplicates(choices.map(([value]) => value));
    return { choiceTwice: twice !== undefined && [JSON.stringify(twice)] };
  },
  Type.Array(
    withRule<Choices[number]>(([value, ...texts]) => {
      const missing = missingIn(texts);
      return { choiceText: missing !== '' && [JSON.stringify(value), missing] };
    }, Type.Array(Type.Unknown())),
    { minItems: 1 },
  ),
);

/** Checks the colours of a choice. An unknown one would keep its list from being drawn. */
const toneProblems = ({ of }: AnyField): Problems => {
  const [wrong] = Object.entries((of as ChoiceTable | undefined)?.tones ?? {}).filter(
    ([, tone]) => !toneNames.includes(String(tone)),
  );
  return { tone: wrong && [...wrong, toneNames.join(', ')] };
};

const hasTable = (field: AnyField | undefined) => ['choice', 'choices'].includes(field?.kind);

const shownOptions = (field: AnyField) => ({
  kind: Type.Enum([...kinds]),
  label,
  ...(hasTable(field) && { of: table }),
});

/** Field that is shown and never entered, such as a column of a report. */
export const shownField = (field: AnyField): TSchema =>
  withRule(() => (hasTable(field) ? toneProblems(field) : {}), Type.Object(shownOptions(field)));

/** Type of files: `.pdf`, `image/png`, `image/*`. */
const FILE_TYPE = /^(\.[\w.-]+|[\w.+-]+\/([\w.+-]+|\*))$/;

const accept = withRule<string>((types) => {
  const wrong = types.split(',').find((type) => !FILE_TYPE.test(type.trim()));
  return { accept: wrong !== undefined && [wrong.trim()] };
});

const pattern = withRule((value) => ({
  pattern: !(value instanceof RegExp) && [JSON.stringify(value)],
}));

const day = withRule((value) => ({ day: value !== 'today' && !isDay(String(value)) && [value] }));

const exact = withRule((value) => ({
  type: exactOf(value) === undefined && ['a number', JSON.stringify(value)],
}));

/** Currencies by ISO 4217. */
const currencies = Intl.supportedValuesOf('currency');
const currency = nameOf(currencies, 'currency');

/** True if the field can hold a currency: a text, or a choice of nothing else. */
const isCurrency = ({ kind, of }: AnyField): boolean =>
  kind === 'text' ||
  (kind === 'choice' &&
    Array.isArray(of) &&
    of.every((choice) => currencies.includes(String([choice].flat()[0]))));

/** Finds an amount without a currency, or with two. */
const currencyProblems = (field: AnyField): Problems => {
  const { currency: own, currencyIn } = field as Partial<Field<'money'>>;
  return {
    oneCurrency: field.kind === 'money' && (own === undefined) === (currencyIn === undefined),
  };
};

const seriesForm = withRule<string>((form) => {
  const { unknown, places } = readForm(form);
  return {
    seriesPart: unknown.length > 0 && [unknown.join(', ')],
    seriesPlace: places !== 1 && [places],
  };
}, Type.String());

/** Options of a series. @param actions codes of the entity's actions */
const seriesOptions = ({ form }: Partial<Field<'series'>>, actions: readonly string[]) => {
  const periods = Type.Enum(Object.keys(PERIODS));
  const { placeholders } = readForm(String(form));
  const restart = withRule<keyof typeof PERIODS>((period) => {
    const needs: readonly (readonly string[])[] = PERIODS[period]?.needs ?? [];
    const missing = needs.find((parts) => !parts.some((part) => placeholders.includes(part)));
    const needed = missing?.map((part) => `{${part}}`).join(' or ');
    return { seriesRestart: missing !== undefined && [JSON.stringify(period), needed] };
  }, periods);
  return { form: seriesForm, restart: Type.Optional(restart), at: nameOf(actions, 'action') };
};

/** Limits by kind. For all other kinds `max` bounds a length or a number of entries. */
const limits: Readonly<Record<string, TSchema>> = {
  number: Type.Number(),
  date: day,
  datetime: Type.Unknown(),
  decimal: exact,
  money: exact,
};

/**
 * Field of an entity, or argument of an operation.
 * @param among all fields of the same entity or operation
 * @param actions codes of the entity's actions
 */
export const inputField = (
  field: AnyField,
  among: Fields,
  { entities }: Console,
  actions: readonly string[] = [],
) => {
  const names = Object.keys(among);
  const other = nameOf(names, 'field');
  const limit = limits[field?.kind];
  const choices = hasTable(field)
    ? [field.of].flat().map((choice) => [choice].flat()[0])
    : undefined;
  const sinceMoment = nameOf(names, 'field', ([, moment]: readonly string[]) => [moment]);
  const options = Type.Object({
    ...shownOptions(field),
    ...{ help: text, message: text, unset: text, takenMessage: text },
    on: list(Type.Enum([...fieldUses])),
    when: conditions(names, 'field'),
    helpWhen: conditions(names, 'field'),
    min: Type.Optional(limit ?? Type.Unknown()),
    max: Type.Optional(limit ?? count),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    scale: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
    currency,
    currencyIn: nameOf(namesOf(among, isCurrency), 'text or choice of currencies'),
    pattern: Type.Optional(pattern),
    accept: Type.Optional(accept),
    ...{ names: other, nameIn: other, kindIn: other, radius: other, color: other },
    ...(field?.kind === 'series' && seriesOptions(field, actions)),
    ...(field?.kind === 'lock' && { via: nameOf(columnsOf(among), 'column') }),
    columns: list(nameOf(ofKind(among, 'number'), 'number field')),
    from: nameOf(namesIn(entities), 'entity'),
    since: nameOf(choices, 'choice', first, sinceMoment),
    attended: Type.Optional(Type.Object({ by: other, done: nameOf(names, 'field', first) })),
  });
  return withRule(() => (hasTable(field) ? toneProblems(field) : currencyProblems(field)), options);
};

/** Name of an event: `trip.lodged`. */
const event = withRule((name) => ({
  event: !/^[a-z]\w*(\.[a-z]\w*)+$/.test(String(name)) && [JSON.stringify(name)],
}));

/** @param commands commands of the entity, in which `setting` may name another */
export const operationOptions = (
  operation: Operation,
  { fields, actions, commands }: AnyEntity,
  config: Console,
) => {
  const { args, anotherThan, onlyBy } = operation;
  const sendable = config.entities.flatMap((each) => Object.keys(each.commands));
  const denied = [anotherThan, onlyBy].flatMap((name) => name ?? []);
  const column = nameOf(columnsOf(fields), 'column');
  const action = nameOf(Object.keys(actions), 'action');
  const adding = Object.keys(commands).filter((code) => commands[code]?.setting?.how === 'adds');
  const required = Type.Object({ when: conditions(Object.keys(fields), 'field'), message: label });
  return Type.Object({
    label,
    ...{ confirm: text, group: text, done: text, participle: text, stateLabel: text },
    icon,
    max: count,
    when: conditions(columnsOf(fields), 'column'),
    ...{ undo: action, grantedWith: action, anotherThan: column, onlyBy: column },
    ...(denied.length > 0 && {
      deniedMessage: Type.Object(Object.fromEntries(denied.map((name) => [name, label]))),
    }),
    sets: nameOf(columnsOf(fields), 'column', Object.keys),
    notifies: Type.Optional(Type.Object({ text: label })),
    sends: Type.Optional(Type.Object({ command: nameOf(sendable, 'command') })),
    posts: Type.Optional(event),
    requiredArgs: nameOf(
      Object.keys(args),
      'argument',
      Object.keys,
      Type.Record(Type.String(), required),
    ),
    setting: Type.Optional(Type.Object({ of: nameOf(adding, 'command that adds to a list') })),
  });
};

/** Longest timer of a browser, ms. A longer one fires at once. */
const MAX_POLL = 2 ** 31 - 1;

const poll = withRule<number>((ms) => ({ poll: !(ms >= 1000 && ms <= MAX_POLL) && [ms] }));

/** Returns the states that a record can have: the first, and those that moves reach from it. */
const reachedStates = ({ start, moves }: Pick<StateTable, 'start' | 'moves'>) => {
  const states = new Set([String(start)]);
  // A set visits what is added to it meanwhile.
  for (const state of states)
    for (const [from, to] of Object.values(moves).flatMap((move) => (move ? [move] : [])))
      if ([from].flat().map(String).includes(state)) states.add(String(to));
  return states;
};

const stateTable = ({ fields, actions, states }: AnyEntity) => {
  const field = ofKind(fields, 'choice');
  const table: Choices = fields[states?.field ?? '']?.of ?? [];
  const values = table.map(([value]) => value);
  const keys = values.map(String);
  const frozen = (each: object) =>
    Object.values(each).flatMap((names) => (names === 'all' ? [] : names));
  const possible = reachedStates({ start: states?.start ?? '', moves: states?.moves ?? {} });
  const unreached = (names: readonly unknown[]) => {
    const wrong = keys.find((key) => names.map(String).includes(key) && !possible.has(key));
    return keys.includes(String(states?.start)) && wrong !== undefined && [wrong];
  };
  return Type.Optional(
    Type.Object({
      field: nameOf(field, 'choice field'),
      start: nameOf(values, 'state'),
      moves: Type.Intersect([
        nameOf(Object.keys(actions), 'action', Object.keys),
        nameOf(values, 'state', (moves: object) => Object.values(moves).flat(2)),
        withRule((moves: StateTable['moves']) => ({
          moveUnreached: unreached(Object.values(moves).flatMap((move) => [move?.[0]].flat())),
        })),
      ]),
      frozen: Type.Optional(
        Type.Intersect([
          nameOf(keys, 'state', Object.keys),
          nameOf(Object.keys(fields), 'field', frozen),
          withRule((each: object) => ({ frozenNever: unreached(Object.keys(each)) })),
        ]),
      ),
    }),
  );
};

const rules = (fields: Fields) => {
  const spanned = ['date', 'datetime', 'number'].flatMap((kind) => ofKind(fields, kind));
  const compared = list(nameOf(columnsOf(fields), 'column'));
  return list(
    Type.Object({
      ...{ unique: compared, apart: compared },
      at: nameOf(Object.keys(fields), 'field'),
      message: label,
      span: nameOf(spanned, 'column of days, times or numbers'),
    }),
  );
};

export const entityOptions = (declaration: AnyEntity, config: Console) => {
  const { name, fields, filter } = declaration;
  const menuCodes = flatMenus(config.menus).map(({ code }) => code);
  const names = Object.keys(fields);
  const columns = columnsOf(fields);
  const field = nameOf(names, 'field');
  const own = Object.hasOwn(fields, 'org_id') ? [] : ['org_id'];
  const scopes = [...columns, 'shared', ...(name === 'org' ? ['id'] : []), ...own];
  const isUsual = String(filter) === String(defaultFilterOf(fields));
  return Type.Object({
    label,
    ...{ noun: text, empty: text, note: text },
    ...{ list: list(field), columns: list(field), card: list(field) },
    ...{ form: list(field), more: list(field), head: list(field), chart: list(field) },
    filter: list(isUsual ? field : narrowing(declaration)),
    counts: list(nameOf(columns, 'column')),
    sort: nameOf([...columns, 'id'], 'column', first, list()),
    title: nameOf(columns, 'column'),
    ...{ nameField: field, live: field, key: nameOf([...names, 'id'], 'field') },
    record: Type.Optional(
      Type.Object({
        time: nameOf(columns, 'column', undefined, nameOf(ofKind(fields, 'datetime'), 'datetime')),
      }),
    ),
    partOf: nameOf(namesIn(config.entities), 'entity'),
    scope: nameOf(scopes, 'column with an organisation'),
    rules: rules(fields),
    stamps: nameOf(columns, 'column', Object.keys),
    states: stateTable(declaration),
    poll: Type.Optional(poll),
    menu: Type.Object({ icon, ...(menuCodes.length > 0 && { group: nameOf(menuCodes, 'menu') }) }),
    side: Type.Optional(Type.Object({ timeField: field, place: list(field), extra: list(field) })),
    related: list(),
    sections: list(
      Type.Object({ label, tabs: list(nameOf(tabCodes(declaration, config), 'tab')) }),
    ),
  });
};

export type RelatedRecords = Pick<
  Related<Fields>,
  'entity' | 'foreignField' | 'localField' | 'through'
>;

/** Related records: those of a tab, or of a source of the timeline. */
export const relatedRecords = (
  source: RelatedRecords,
  entity: AnyEntity,
  { entities }: Console,
  otherSources: readonly string[] = [],
): TSchema => {
  const entityNamed = (name: string | undefined) => entities.find((each) => each.name === name);
  const other = entityNamed(source.entity);
  const between = entityNamed(source.through?.entity);
  const foreign = nameOf(other && Object.keys(other.fields), `field of ${other?.name}`);
  const keyField = nameOf(between && Object.keys(between.fields), `field of ${between?.name}`);
  const options = (of: AnyEntity | undefined) => ({
    entity: nameOf(namesIn(entities), 'entity'),
    foreignField: narrowing(of),
    filter: narrowing(of, filterFields),
  });
  const differentTypes = ({ foreignField, localField, through }: RelatedRecords): Problems =>
    through
      ? {
          ...typeProblems([between, through.foreignField], [entity, localField]),
          ...typeProblems([between, through.takes], [other, foreignField]),
        }
      : typeProblems([other, foreignField], [entity, localField]);
  const records = Type.Object({
    ...options(other),
    ...{ label: text, empty: text, icon },
    localField: nameOf([...Object.keys(entity.fields), 'id'], 'field'),
    ...{ title: foreign, extra: foreign, eventField: foreign, actorField: foreign },
    through: Type.Optional(Type.Object({ ...options(between), takes: keyField })),
    supersededBy: nameOf(otherSources, 'other source of the timeline'),
  });
  return withRule(differentTypes, records);
};

/** Source of the timeline: records by time, which an index finds. */
export const timelineSource = (
  source: TimelineSource,
  entity: AnyEntity,
  config: Console,
): TSchema => {
  const otherCodes = Object.keys(entity.timeline).filter(
    (code) => entity.timeline[code] !== source,
  );
  const other = config.entities.find(({ name }) => name === source.entity);
  const field = other?.fields[source.foreignField];
  const isByTime = other?.record || (other?.derived && 'create_time' in other.fields);
  return withRule(
    () => ({
      records: other && !isByTime && [other.name],
      recordIndex: field &&
        !field.indexed &&
        !other?.derived && [`${other?.name}.${source.foreignField}`],
    }),
    relatedRecords(source, entity, config, otherCodes),
  );
};

export const warning = Type.Object({ before: Type.Array(Type.Unknown()), text: label });

export const presetView = ({ fields }: AnyEntity) =>
  Type.Object({
    label,
    filter: nameOf(listFilters(fields), 'filter of the list', Object.keys),
    sort: nameOf([...columnsOf(fields), 'id'], 'column', first),
  });

export const reportOptions = ({ columns, measures }: Report, { entities }: Console) =>
  Type.Object({
    label,
    about: label,
    reads: nameOf(namesIn(entities), 'entity'),
    groups: list(
      nameOf(
        namesOf(columns, (field) => schemaOf(field).choices),
        'choice column of the report',
      ),
    ),
    chart: list(nameOf(Object.keys(measures), 'measure')),
  });

export const menuSeed = ({ pages }: Console) =>
  Type.Object({ label, icon, url: nameOf(Object.keys(pages), 'page') });

export const detailTab = ({ entities }: Console) =>
  Type.Object({ label, reads: nameOf(namesIn(entities), 'entity') });

export const measure = ({ field, sum }: Measure, report: Report, config: Console): TSchema => {
  const { source, columns } = report;
  const fields: Fields | undefined = recordsOf(report, config)?.fields;
  const names = fields && [...USUAL, ...namesOf(fields, (field) => !field.virtual)];
  const isNumber = (name: string) => {
    const own = (fields ?? columns)[name];
    return name !== 'sn' && (!isField(own) || columnType(own) === NUMBER);
  };
  const number = withRule<string>((name) => ({
    number: !((names?.includes(name) ?? true) && isNumber(name)) && [name, source],
  }));
  return Type.Object({
    field: shownField(field),
    sum: Type.Optional(number),
    most: Type.Optional(sum ? withRule(() => ({ aboveSum: true })) : number),
    where: nameOf(names, `column of ${source}`, Object.keys),
  });
};

/** Page: the name of an entity, or a function that loads a page of its own. */
export const page = ({ entities }: Console): TSchema =>
  withRule<Page | undefined>((declaration) => {
    if (!declaration) return { noPage: true };
    const names = typeof declaration === 'string' ? [declaration] : (declaration.reads ?? []);
    const wrong = names.filter((name) => !namesIn(entities).includes(name));
    return { unknown: wrong.length > 0 && [wrong.join(', '), 'entity'] };
  });
