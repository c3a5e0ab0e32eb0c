import { type AnyEntity, type Console, hasTimeline } from '../../config';
import { actionPath, CALL, commandPath, TICKETS, ticketPath, verbPath } from '../../protocol';
import { roleGrantable, roleShown } from '../../protocol/contracts/roles';
import { TICKET_VERBS } from '../auth';
import { type Finding, findingsIn } from './finding';

/** Call of the server, named by its declaration. */
interface CallPath {
  /** `device.api.list` or `device.rename`; undefined for the server's own call. */
  readonly place?: string;
  readonly path: string;
  /** True if the declaration chose the path, so that it is the one to change. */
  readonly isChosen: boolean;
}

/** Finds calls with the same path: a web server has one call at each. */
export const checkPaths = ({ entities }: Console): Finding[] => {
  const calls = [...ownCalls(entities), ...entities.flatMap(entityCalls)].sort(
    (one, other) => Number(one.isChosen) - Number(other.isChosen),
  );
  return calls.flatMap((call): Finding[] => {
    const { place, path } = call;
    const first = calls.find((each) => each.path === path);
    if (place === undefined || first === call) return [];
    return findingsIn(place, { path: [path, first?.place ?? 'the server’s own call'] });
  });
};

/** Returns the calls that belong to no entity, and one for each command: several entities may declare the same. */
const ownCalls = (entities: readonly AnyEntity[]): CallPath[] =>
  [
    ...Object.values(CALL),
    roleGrantable.path,
    roleShown.path,
    ...TICKET_VERBS.map(ticketPath),
    ...new Set(entities.flatMap(({ commands }) => Object.keys(commands).map(commandPath))),
  ].map((path) => ({ path, isChosen: false }));

const entityCalls = (entity: AnyEntity): CallPath[] => {
  const name: string = entity.name;
  // Ticket operations replace the calls of the actions that are named like them.
  const actions = Object.keys(entity.actions).filter(
    (code) => name !== TICKETS || !TICKET_VERBS.includes(code),
  );
  const codes = [
    ...actions,
    ...(entity.counts.length > 0 ? ['count'] : []),
    ...(hasTimeline(entity) ? ['timeline'] : []),
    ...(entity.preview ? ['preview'] : []),
  ];
  return [
    ...entity.verbs.map((verb) => ({
      place: `${name}.${entity.api[verb] === undefined ? verb : `api.${verb}`}`,
      path: verbPath(entity, verb),
      isChosen: entity.api[verb] !== undefined,
    })),
    ...codes.map((code) => ({
      place: `${name}.${code}`,
      path: actionPath(name, code),
      isChosen: false,
    })),
  ];
};
