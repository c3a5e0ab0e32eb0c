import type { AnyEntity, AnyField, Console } from '../../config';
import { type Label, locales, textOf } from '../../domain/label';
import { rule } from '../../fields';
import { CallError, type Caller, invalidInput, ruleLabel, serverLabel } from '../calls/endpoint';
import { BadValue, exclusionsOf, type Problem, ReferenceViolation, RowRefusal } from '../db';
import { fieldsOf } from './fieldsOf';

/** SQLSTATE of a broken exclusion constraint. */
const EXCLUSION_VIOLATION = '23P01';

export const problemLabel = (
  entity: AnyEntity,
  { field, rule: name }: Pick<Problem, 'field' | 'rule'>,
): Label => {
  if (name !== 'taken') return ruleLabel(rule(name));
  const declared: AnyField | undefined = fieldsOf(entity)[field];
  return declared?.takenMessage ?? ruleLabel(rule('unique'));
};

/** Runs the work of a call, with errors of the database as refusals. @param entity entity of the rows */
export const refusing =
  <Context, Answer>(
    config: Console,
    entity: AnyEntity,
    work: (context: Context, caller: Caller) => Promise<Answer>,
  ) =>
  async (context: Context, caller: Caller): Promise<Answer> => {
    try {
      return await work(context, caller);
    } catch (error) {
      throw callErrorOf(error, config, entity);
    }
  };

/**
 * Converts a database error into a CallError for the user. Other errors are returned unchanged.
 * @param entity entity of the written rows
 */
export const callErrorOf = (error: unknown, config: Console, entity: AnyEntity): unknown => {
  if (error instanceof RowRefusal) {
    return invalidInput({ [error.problem.field]: problemLabel(entity, error.problem) });
  }
  if (error instanceof BadValue) {
    const why = serverLabel('outOfRange');
    return error.field ? invalidInput({ [error.field]: why }) : new CallError('invalid', why);
  }
  if (error instanceof ReferenceViolation) {
    return new CallError('conflict', serverLabel('inUse', { by: usersOf(error, config) }));
  }
  const broken = brokenRule(error, config);
  if (broken) {
    const { at, message } = broken.rule;
    // Custom code may write records of another entity.
    return broken.entity.name === entity.name
      ? invalidInput({ [at]: message })
      : new CallError('conflict', message);
  }
  return isDataException(error) ? new CallError('invalid', serverLabel('outOfRange')) : error;
};

/** Returns the declared rule that a record breaks, by the name of its constraint. */
const brokenRule = (error: unknown, { entities }: Console) => {
  const { code, constraint }: { code?: string; constraint?: string } = Object(error);
  if (code !== EXCLUSION_VIOLATION) return undefined;
  return entities
    .flatMap((entity) => exclusionsOf(entity).map((exclusion) => ({ entity, ...exclusion })))
    .find(({ name }) => name === constraint);
};

const usersOf = ({ by }: ReferenceViolation, { entities }: Console): readonly string[] =>
  locales.map((locale) =>
    by
      .map(({ entity, count }) => {
        const label: Label = entities.find(({ name }) => name === entity)?.label ?? [
          entity,
          entity,
        ];
        return count > 0 ? `${textOf(label, locale)} (${count})` : textOf(label, locale);
      })
      .join(', '),
  );

/** True for SQLSTATE class 22: a filter value that its column can never hold, such as 31 February. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code));
