import { type AnyEntity, type Console, hasTimeline } from '../../config';
import { actionPath, CALL, commandPath, TICKETS, ticketPath, verbPath } from '../../protocol';
import { roleGrantable, roleShown } from '../../protocol/contracts/roles';
import { TICKET_VERBS } from '../auth';
import { type Finding, findingsIn } from './finding';

/** Path of a call, with its declaration: `device.api.list` or `device.rename`; undefined for the server's own. */
type CallPath = readonly [place: string | undefined, path: string];

/** Finds calls with the same path: a web server has one call at each. Of two, the declaration that chose it is wrong. */
export const checkPaths = ({ entities }: Console): Finding[] => {
  const calls = [
    ...ownPaths(entities).map((path): CallPath => [undefined, path]),
    ...entities.flatMap((entity) => [...verbCalls(entity, false), ...otherCalls(entity)]),
    ...entities.flatMap((entity) => verbCalls(entity, true)),
  ];
  return calls.flatMap((call): Finding[] => {
    const [place, path] = call;
    const first = calls.find(([, each]) => each === path);
    if (place === undefined || first === call) return [];
    return findingsIn(place, { path: [path, first?.[0] ?? 'the server’s own call'] });
  });
};

/** Returns the paths that belong to no entity, and one for each command: several entities may declare the same. */
const ownPaths = (entities: readonly AnyEntity[]): string[] => [
  ...Object.values(CALL),
  roleGrantable.path,
  roleShown.path,
  ...TICKET_VERBS.map(ticketPath),
  ...new Set(entities.flatMap(({ commands }) => Object.keys(commands).map(commandPath))),
];

/** Returns the calls of an entity's verbs. @param chosen true for those whose path the entity declares */
const verbCalls = (entity: AnyEntity, chosen: boolean): CallPath[] =>
  entity.verbs
    .filter((verb) => (entity.api[verb] !== undefined) === chosen)
    .map((verb) => [`${entity.name}.${chosen ? 'api.' : ''}${verb}`, verbPath(entity, verb)]);

const otherCalls = (entity: AnyEntity): CallPath[] => {
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
  return codes.map((code) => [`${name}.${code}`, actionPath(name, code)]);
};
