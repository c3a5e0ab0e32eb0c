import {
  type AnyEntity,
  type AnyField,
  type Expression,
  type Field,
  type Fields,
  isBlank,
  lineReads,
  partsOf,
  type Row,
  warnedUntil,
  warningOf,
} from '../config';
import { DAY } from '../domain/duration';
import {
  compareExact,
  type Exact,
  exactOf,
  exactText,
  minus,
  over,
  plus,
  rounded,
  times,
} from '../domain/exact';
import type { Label, Tone } from '../domain/label';
import { lineEntity, linePath, linesIn, linesOf } from './lines';
import { schemaOf } from './schemas';

/** Returns the fields of the line that an expression reads. */
export const lineFieldsRead = (tree: Expression): string[] =>
  partsOf(tree).flatMap((part) => ('line' in part ? [part.line] : []));

/** Returns the fields of other records that an expression reads, each with the reference that names the record. */
export const othersRead = (tree: Expression): { readonly of: string; readonly field: string }[] =>
  partsOf(tree).flatMap((part) => ('of' in part ? [part] : []));

/** Returns the names of the record's own fields that an expression reads. */
export const fieldsRead = (tree: Expression): string[] => [
  ...new Set(
    partsOf(tree).flatMap((part) => {
      if ('lines' in part) return part.lines;
      if ('of' in part) return part.of;
      return 'field' in part ? part.field : [];
    }),
  ),
];

/** True if the answer changes with time, or with another record. */
export const isFleeting = (tree: Expression): boolean =>
  partsOf(tree).some(
    (part) => 'of' in part || ('fn' in part && (part.fn === 'today' || part.fn === 'now')),
  );

/** Numbers and moments are exact, days and other texts are text. Null is unknown. */
type Answer = Exact | string | boolean | null;

/** Values that a formula reads. */
interface Scope {
  readonly fields: Fields;
  readonly record: Row;
  /** `yyyy-MM-dd` */
  readonly today: string;
  /** Epoch ms. */
  readonly now: number;
  /** Records that references name, by the field, with the fields of their entities. */
  readonly referenced?: Readonly<Record<string, { readonly fields: Fields; readonly record: Row }>>;
  /** Line that a part of the formula reads. */
  readonly line?: { readonly fields: Fields; readonly record: Row };
}

const isExact = (value: Answer | undefined): value is Exact =>
  typeof value === 'object' && value !== null;

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;

const numberOf = (value: Exact): number => Number(exactText(value));

const fromNumber = (value: number): Answer => exactOf(value) ?? null;

/** Compares two known answers. A declaration may give an exact number as text. */
const compare = (one: Answer, other: Answer): number => {
  if (isExact(one)) {
    const exact = isExact(other) ? other : exactOf(other);
    return exact ? compareExact(one, exact) : 1;
  }
  if (one === other) return 0;
  return String(one) < String(other) ? -1 : 1;
};

const answerOf = (fields: Fields, record: Row, name: string): Answer => {
  const value = record[name];
  const field = fields[name];
  if (isBlank(value) || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'number' || (field && schemaOf(field).places)) return exactOf(value) ?? null;
  return typeof value === 'boolean' ? value : String(value);
};

const daysBetween = (one: Answer, other: Answer): Answer =>
  isExact(one) && isExact(other)
    ? fromNumber(Math.floor((numberOf(other) - numberOf(one)) / DAY))
    : fromNumber(dayNumber(String(other)) - dayNumber(String(one)));

const daysLater = (one: Answer, days: Exact): Answer => {
  const count = numberOf(rounded(days, 0));
  if (isExact(one)) return fromNumber(numberOf(one) + count * DAY);
  const later = new Date((dayNumber(String(one)) + count) * DAY);
  return Number.isNaN(later.getTime()) ? null : later.toISOString().slice(0, 10);
};

/** Functions of known arguments. */
const FUNCTIONS: Readonly<Record<string, (one: never, other: never) => Answer>> = {
  '+': plus,
  '-': minus,
  '*': times,
  '/': over,
  '>': (one, other) => compare(one, other) > 0,
  '>=': (one, other) => compare(one, other) >= 0,
  '<': (one, other) => compare(one, other) < 0,
  '<=': (one, other) => compare(one, other) <= 0,
  not: (one) => !one,
  rounded: (one, places: Exact) => rounded(one, numberOf(places)),
  daysTo: daysBetween,
  plusDays: daysLater,
};

/** Combines two answers, one of which may decide alone. */
const combined = (one: Answer, other: Answer, decisive: boolean): Answer => {
  if (one === decisive || other === decisive) return decisive;
  return one === null || other === null ? null : !decisive;
};

const ZERO = exactOf(0) as Exact;

/** Returns the answer over the lines of a record. Lines with an unknown value are left out. */
const overLines = (
  { lines: name, take, each }: Extract<Expression, { readonly lines: string }>,
  scope: Scope,
): Answer => {
  const { fields } = lineEntity(scope.fields[name]) ?? { fields: {} };
  const lines = linesIn(scope.record[name]);
  if (!each) return fromNumber(lines.length);
  const answers = lines
    .map((record) => evaluate(each, { ...scope, line: { fields, record } }))
    .filter((answer) => answer !== null);
  if (take === 'count') return fromNumber(answers.filter((answer) => answer === true).length);
  if (take === 'sum') return answers.filter(isExact).reduce(plus, ZERO);
  const sign = take === 'min' ? 1 : -1;
  return answers.sort((one, other) => sign * compare(one, other))[0] ?? null;
};

/** Returns the answer of a formula for a record, as PostgreSQL gives it. */
export const evaluate = (tree: Expression, scope: Scope): Answer => {
  if ('lines' in tree) return overLines(tree, scope);
  if ('line' in tree) {
    return scope.line ? answerOf(scope.line.fields, scope.line.record, tree.line) : null;
  }
  if ('of' in tree) {
    const other = scope.referenced?.[tree.of];
    return other ? answerOf(other.fields, other.record, tree.field) : null;
  }
  if ('field' in tree) return answerOf(scope.fields, scope.record, tree.field);
  if ('value' in tree) return typeof tree.value === 'number' ? fromNumber(tree.value) : tree.value;
  const { fn } = tree;
  if (fn === 'today') return scope.today;
  if (fn === 'now') return fromNumber(scope.now);
  const [one = null, ...others] = tree.args.map((part) => evaluate(part, scope));
  const [other = null] = others;
  if (fn === 'filled') return one !== null;
  if (fn === 'orElse') return one ?? other;
  if (fn === 'and') return combined(one, other, false);
  if (fn === 'or') return combined(one, other, true);
  if (fn === 'is') return one === null ? null : others.some((each) => compare(one, each) === 0);
  if (one === null || (others.length > 0 && other === null)) return null;
  return FUNCTIONS[fn]?.(one as never, other as never) ?? null;
};

/** Returns a formula of a record as one of the line that it is. */
const ofLine = (tree: Expression): Expression => {
  if ('args' in tree) return { ...tree, args: tree.args.map(ofLine) };
  return 'field' in tree && !('of' in tree) ? { line: tree.field } : tree;
};

/** Replaces computed fields of a line. */
const expandedLine = (tree: Expression, part: AnyEntity): Expression => {
  if ('args' in tree) return { ...tree, args: tree.args.map((inner) => expandedLine(inner, part)) };
  return 'line' in tree && tree.line in part.computed ? ofLine(formulaOf(part, tree.line)) : tree;
};

/** Replaces computed fields in a formula by their own formulas. @param above fields that are being replaced */
const expanded = (
  tree: Expression,
  entity: AnyEntity,
  above: readonly string[] = [],
): Expression => {
  if ('lines' in tree) {
    const part = lineEntity(entity.fields[tree.lines]);
    const { each } = tree;
    return part && each
      ? { ...tree, each: expanded(expandedLine(each, part), entity, above) }
      : tree;
  }
  if ('args' in tree)
    return { ...tree, args: tree.args.map((part) => expanded(part, entity, above)) };
  return 'field' in tree && !('of' in tree) && tree.field in entity.computed
    ? formulaOf(entity, tree.field, above)
    : tree;
};

/**
 * Returns the formula of a computed field as one of stored fields, rounded to the places of the field. A field that is
 * computed from itself, which the check of the configuration refuses, is unknown.
 */
export const formulaOf = (
  entity: AnyEntity,
  name: string,
  above: readonly string[] = [],
): Expression => {
  if (above.includes(name)) return { value: null };
  const field = entity.fields[name];
  const tree = expanded(entity.computed[name] as Expression, entity, [...above, name]);
  const places = schemaOf(field).places?.(field);
  return places === undefined ? tree : { fn: 'rounded', args: [tree, { value: places }] };
};

/** Returns an answer as a record holds it. */
const heldValue = (field: AnyField, answer: Answer): unknown => {
  if (!isExact(answer)) return answer;
  return schemaOf(field).json?.(field as Field).type === 'string'
    ? exactText(answer)
    : numberOf(answer);
};

/** Returns the value of a computed field as a record holds it. */
export const computedValue = (entity: AnyEntity, name: string, scope: Scope): unknown =>
  heldValue(entity.fields[name], evaluate(formulaOf(entity, name), scope));

/** Returns the sum of a column over lines. */
export const lineTotal = (
  field: AnyField,
  column: string,
  { lines, ...now }: Pick<Scope, 'today' | 'now'> & { readonly lines: unknown },
): unknown => {
  const entity = { fields: { lines: field }, computed: {} } as unknown as AnyEntity;
  const sum = expanded({ lines: 'lines', take: 'sum', each: { line: column } }, entity);
  const answer = evaluate(sum, { ...now, fields: entity.fields, record: { lines } });
  return heldValue((lineEntity(field) as AnyEntity).fields[column], answer);
};

/**
 * Returns the tone of a date with a warning: from the first warning on, and from the date on.
 * @param value `yyyy-MM-dd`, or epoch ms
 */
export const dateTone = (
  field: AnyField,
  value: unknown,
  record: Row,
  { day, now }: { readonly day: string; readonly now: number },
): Tone => {
  const warning = warningOf(field);
  if (!warning || isBlank(value)) return 'default';
  const { fields, while: meant, before } = warning;
  if (meant && evaluate(meant, { fields, record, today: day, now }) !== true) return 'default';
  const isWithin = (days: number) => {
    const until = warnedUntil(days, { day, now });
    return typeof value === 'number' ? value <= until.moment : String(value) <= until.day;
  };
  if (isWithin(0)) return 'error';
  return isWithin(Math.max(...before)) ? 'warning' : 'default';
};

/** Returns the message for a span that ends before it begins. */
const reversed = ({ fields }: AnyEntity, from: string): Label => {
  const [en, zh] = fields[from].label;
  return fields[from].kind === 'number'
    ? [`Not below: ${en}`, `不能小于${zh}`]
    : [`Not before: ${en}`, `不能早于${zh}`];
};

type Messages = Readonly<Record<string, Label | undefined>>;

/**
 * Judges a record and its lines by the rules that involve several fields. A rule whose answer is unknown holds.
 * @param days current days, one of which must satisfy the rules: a server does not know that of its reader
 * @returns message by field, or path of a line's value
 */
export const brokenRules = (
  entity: AnyEntity,
  record: Row,
  { days, now }: { readonly days: readonly string[]; readonly now: number },
): Record<string, Label> => {
  const fields: Fields = entity.fields;
  const problems: Record<string, Label> = {};
  for (const rule of entity.rules) {
    if ('span' in rule) {
      const [from, to] = rule.span;
      const [first, last] = rule.span.map((name) => answerOf(fields, record, name));
      if (first && last && compare(first, last) > 0) problems[to] ??= reversed(entity, from);
    }
    if (!('must' in rule)) continue;
    const { while: meant, must } = rule;
    const isBroken = (today: string) => {
      const answer = (tree: Expression) =>
        evaluate(expanded(tree, entity), { fields, record, today, now });
      return (!meant || answer(meant) === true) && answer(must) === false;
    };
    if (days.every(isBroken)) problems[rule.at] ??= rule.message;
  }
  for (const [name, part] of linesOf(entity)) {
    for (const [i, line] of linesIn(record[name]).entries()) {
      for (const [inner, label] of Object.entries(brokenRules(part, line, { days, now })))
        problems[linePath(name, i, inner)] = label;
    }
  }
  const messages: Messages = entity.check?.(record as never) ?? {};
  for (const [name, label] of Object.entries(messages)) if (label) problems[name] = label;
  return problems;
};

/** True if a computed field is stored, and computed anew with the lines that it reads. */
export const isRecomputed = (entity: AnyEntity, name: string): boolean =>
  name in entity.computed &&
  !isSelected(entity, name) &&
  lineReads(formulaOf(entity, name)).length > 0;

/** True if the value of a computed field is read with the row instead of stored: it changes without the row. */
export const isSelected = (entity: AnyEntity, name: string): boolean => {
  if (!(name in entity.computed)) return false;
  const tree = formulaOf(entity, name);
  return isFleeting(tree) || fieldsRead(tree).some((read) => entity.fields[read]?.reported);
};
