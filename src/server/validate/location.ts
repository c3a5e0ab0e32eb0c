import { relative } from 'node:path';
import { type AnyEntity, type Console, type Operation, type Source, sourceOf } from '../../config';

/** Declaration with a location in the source: an entity, a field, an operation or a report. */
export interface Placed {
  /** Name in findings: `vehicle.axles`. */
  readonly place: string;
  readonly declaration: unknown;
}

const ofFields = (place: string, fields: object): Placed[] =>
  Object.entries(fields).map(([name, declaration]) => ({ place: `${place}.${name}`, declaration }));

const ofOperations = (place: string, operations: Readonly<Record<string, Operation>>): Placed[] =>
  Object.entries(operations).flatMap(([code, declaration]) => [
    { place: `${place}.${code}`, declaration },
    ...ofFields(`${place}.${code}`, declaration.args),
  ]);

const ofEntity = (entity: AnyEntity): Placed[] => [
  { place: entity.name, declaration: entity },
  ...ofFields(entity.name, entity.fields),
  ...ofOperations(entity.name, entity.commands),
  ...ofOperations(entity.name, entity.actions),
];

/** Lists the declarations of a configuration. */
export const declarationsOf = ({ entities, reports }: Console): Placed[] => [
  ...entities.flatMap(ofEntity),
  ...reports.flatMap((report) => {
    const place = `report ${report.name}`;
    const fields = { ...report.columns, ...report.measures };
    return [{ place, declaration: report }, ...ofFields(place, fields)];
  }),
];

/** Formats a source location: `src/resources/fleet.ts:12`. */
export const sourceText = ({ file, line }: Source): string =>
  `${relative(process.cwd(), file)}:${line}`;

/** Returns `file:line: ` of the innermost declaration around a place, or '' if sources were not recorded. */
export const locationOf = (config: Console, place: string): string => {
  const around = declarationsOf(config)
    .filter(({ place: outer }) => place === outer || place.startsWith(`${outer}.`))
    .sort((one, other) => other.place.length - one.place.length);
  const sources = [...around.map(({ declaration }) => declaration), config].map(sourceOf);
  const source = sources.find((each) => each !== undefined);
  return source ? `${sourceText(source)}: ` : '';
};
