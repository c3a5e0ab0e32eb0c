import { unmet } from '../../config';

/** Something that can be done with records in a certain state only: a command, an action. */
export interface Conditional {
  readonly when?: object;
}

type Row = Readonly<Record<string, unknown>>;

/** A record as a command sees it: its lock's number, and whatever else the view knows of it. */
export interface Target {
  readonly sn: string;
  readonly [field: string]: unknown;
}

/** A target that cannot take the command now, and the fields whose values forbid it. */
export interface Blocked<T extends Row = Target> {
  readonly target: T;
  readonly fields: readonly string[];
}

export interface Targets<T extends Row = Target> {
  readonly able: readonly T[];
  readonly blocked: readonly Blocked<T>[];
}

/**
 * The fields that keep a command from a target. A field that the view does not carry is left to the server: it
 * decides by the same rule.
 */
export const unmetFields = ({ when }: Conditional, target: Row): string[] =>
  unmet(when, target).filter((field) => target[field] !== undefined);

/** Sorts targets into those that can take a command and those that cannot. */
export const splitTargets = <T extends Row>(
  command: Conditional,
  targets: readonly T[],
): Targets<T> => {
  const judged = targets.map((target) => ({ target, fields: unmetFields(command, target) }));
  return {
    able: judged.filter(({ fields }) => fields.length === 0).map(({ target }) => target),
    blocked: judged.filter(({ fields }) => fields.length > 0),
  };
};

/** Whether a lock would only hear of it later. What is not known counts as online: the ticket will tell. */
export const isOffline = (target: Target): boolean => target.communicate_status === 0;
