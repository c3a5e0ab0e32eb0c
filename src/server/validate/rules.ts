import {
  type Action,
  type AnyEntity,
  type AnyField,
  comparedColumns,
  constraintRules,
  type Expression,
  lineReads,
  type Warning,
} from '../../config';
import { isReference, isSecret, schemaOf } from '../../fields';
import {
  fieldsRead,
  formulaOf,
  isFleeting,
  isSelected,
  lineFieldsRead,
  othersRead,
} from '../../fields/formulas';
import { lineEntity } from '../../fields/lines';
import { columnType, partitionColumn } from '../db';
import { findCircles, type Problems } from './finding';

/** Checks the rules over several records, for which the database needs columns that it can compare. */
export const constraintProblems = (entity: AnyEntity): Problems => {
  const rules = constraintRules(entity.rules);
  const columns = rules.flatMap((rule) => [
    ...comparedColumns(rule),
    ...('span' in rule ? rule.span : []),
  ]);
  // A name of no field has an error of its own.
  if (columns.some((name) => !Object.hasOwn(entity.fields, name))) return {};
  const typeOf = (name: string): string => columnType(entity.fields[name]);
  const cannotCompare = (name: string) =>
    isSecret(entity.fields[name]) ||
    entity.fields[name]?.reported ||
    /\[\]$|^jsonb$/.test(typeOf(name));
  const incomparable = columns.find(cannotCompare);
  const fleeting = rules.find(
    (rule) => rule.while && (isFleeting(rule.while) || lineReads(rule.while).length > 0),
  );
  const mixed = rules.flatMap((rule) =>
    'span' in rule && typeOf(rule.span[0]) !== typeOf(rule.span[1]) ? [rule.span] : [],
  );
  const isStored = !entity.derived && partitionColumn(entity) === undefined;
  const texts = rules.map(({ at, message, ...rule }) => JSON.stringify(rule));
  const twice = rules.find((_, i) => texts.indexOf(texts[i] ?? '') < i);
  return {
    ruleTable: rules.length > 0 && !isStored,
    ruleColumn: incomparable !== undefined && [incomparable],
    ruleFleeting: fleeting && [comparedColumns(fleeting).join(', ')],
    ruleSpan: mixed[0],
    ruleTwice: twice && [comparedColumns(twice).join(', ')],
  };
};

/** Options that say where a value comes from. That of a computed field comes from its formula. */
const ORIGINS = ['required', 'fixed', 'inline', 'initial', 'virtual', 'reported', 'when'] as const;

/** Finds what sets a computed field besides its formula. */
const settersOf = ({ stamps = {}, states, actions, form }: AnyEntity, name: string): string[] => [
  ...(name in stamps ? ['stamps'] : []),
  ...(states?.field === name ? ['states'] : []),
  ...([form].flat(2) as readonly unknown[]).flatMap((each) =>
    [each].flat().includes(name) ? ['form'] : [],
  ),
  ...Object.entries(actions as Readonly<Record<string, Action>>).flatMap(([code, { sets = {} }]) =>
    name in sets ? [code] : [],
  ),
];

/** Returns what a formula reads of lines that no line stores. */
const unreadOf = (
  { lines, each }: ReturnType<typeof lineReads>[number],
  part: AnyEntity | undefined,
  isStored: (of: AnyEntity | undefined, name: string) => boolean,
): string[] => {
  if (!part) return [lines];
  return (each ? lineFieldsRead(each) : []).flatMap((name) =>
    isStored(part, name) ? [] : [`${lines}.${name}`],
  );
};

/** Checks the formulas of computed fields and rules. */
export const formulaProblems = (entity: AnyEntity, entities: readonly AnyEntity[]): Problems => {
  const { computed, fields } = entity;
  const names = Object.keys(computed).filter((name) => Object.hasOwn(fields, name));
  const [circle] = findCircles(
    new Map(names.map((name) => [name, fieldsRead(computed[name] as Expression)])),
  );
  const option = names.flatMap((name) =>
    ORIGINS.filter((each) => fields[name][each] !== undefined && fields[name][each] !== false).map(
      (each) => [name, each],
    ),
  );
  const kind = names.filter((name) => {
    const { references, uploads, secret } = schemaOf(fields[name]);
    return references ?? uploads ?? secret;
  });
  const set = names.flatMap((name) => settersOf(entity, name).map((setter) => [name, setter]));
  const formulas = [
    ...names.map((name) => formulaOf(entity, name)),
    ...entity.rules.flatMap((rule) => [
      ...('must' in rule ? [rule.must] : []),
      // The database refuses a fleeting one with a sentence of its own.
      ...(rule.while && ('must' in rule || !isFleeting(rule.while)) ? [rule.while] : []),
    ]),
    ...Object.values<Warning>(entity.warns).flatMap((warning) => warning.while ?? []),
  ];
  const isStored = (of: AnyEntity | undefined, name: string) => {
    const field: AnyField | undefined = of?.fields[name];
    return (
      field !== undefined && !field.virtual && !isSecret(field) && !(of && isSelected(of, name))
    );
  };
  const isRead = (name: string) => name in computed || isStored(entity, name);
  const foreign = formulas.flatMap(othersRead);
  const targetOf = (reference: string) =>
    isReference(fields[reference])
      ? entities.find(({ name }) => name === fields[reference].of)
      : undefined;
  const unread = [
    ...formulas.flatMap(fieldsRead).filter((name) => !isRead(name) && !lineEntity(fields[name])),
    ...foreign.flatMap(({ of, field }) =>
      isStored(targetOf(of), field) ? [] : [`${of}.${field}`],
    ),
    ...formulas
      .flatMap(lineReads)
      .flatMap((read) => unreadOf(read, lineEntity(fields[read.lines]), isStored)),
  ];
  const other = entity.rules.find((rule) => {
    if (!('must' in rule)) return false;
    const read = fieldsRead(rule.must).filter((name) => name in computed);
    return (
      [rule.must, ...read.map((name) => formulaOf(entity, name))].flatMap(othersRead).length > 0
    );
  });
  return {
    computedCircle: circle && [circle.join(' from ')],
    computedOption: option[0],
    computedKind: kind[0] !== undefined && [kind[0], fields[kind[0]].kind],
    computedSet: set[0],
    formulaReads: unread[0] !== undefined && [unread[0]],
    ruleOther: other && [other.at],
  };
};
