import { isBlank, type Row } from '../../../config';
import { parseNumbers } from '../../../domain/text';
import type { CommandCheck, CommandTargets } from '../../../protocol';

/** Locks of a command: those that meet the conditions below, or all. */
export type Choice = 'some' | 'all';

export interface AimValues extends Row {
  readonly choice: Choice;
  /** Serial numbers as typed. */
  readonly numbers: string;
}

/** Returns the targets of a command page; undefined while nothing is chosen. */
export const aimOf = ({ choice, numbers, fences, orgs, ...narrowing }: AimValues) => {
  if (choice === 'all') return ALL;
  const sns = parseNumbers(numbers);
  const filter = Object.fromEntries(
    Object.entries(narrowing).filter(([, value]) => !isBlank(value)),
  );
  const idsOf = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value : undefined);
  const aim: CommandTargets = {
    ...(sns.length > 0 && { sns }),
    ...(idsOf(fences) && { fences: idsOf(fences) }),
    ...(idsOf(orgs) && { orgs: idsOf(orgs) }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
  return Object.keys(aim).length > 0 ? aim : undefined;
};

const ALL: CommandTargets = { all: true };

export const unknownNumbers = (
  { refused }: Pick<CommandCheck, 'refused'>,
  numbers: string,
): string[] => {
  const unknown = new Set(
    refused.filter(({ code }) => code === 'notFound').flatMap(({ sns }) => sns),
  );
  // The check may be of an earlier input.
  return parseNumbers(numbers).filter((sn) => unknown.has(sn));
};
