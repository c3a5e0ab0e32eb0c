import { relative } from 'node:path';
import type { TSchema } from 'typebox';
import {
  type AnyEntity,
  type AnyField,
  type Console,
  type Fields,
  flatMenus,
  type Measure,
  type Operation,
  type Related,
  type Source,
  sourceOf,
  type TimelineSource,
} from '../../config';
import {
  detailTab,
  entityOptions,
  inputField,
  measure,
  menuSeed,
  operationOptions,
  page,
  presetView,
  type RelatedRecords,
  relatedRecords,
  reportOptions,
  shownField,
  timelineSource,
} from './language';

/** Declaration: an entity, a field, an operation, a report or one of their parts. */
export interface Placed {
  /** Name in findings: `vehicle.axles`. */
  readonly place: string;
  readonly declaration: unknown;
  /** Returns the schema that the declaration must match. */
  readonly schema: () => TSchema;
}

const each = <D>(
  prefix: string,
  declarations: Readonly<Record<string, D>> | readonly (readonly [string, D])[],
  schema: (declaration: D) => TSchema,
): Placed[] => {
  const entries = Array.isArray(declarations) ? declarations : Object.entries(declarations);
  return entries.map(([name, declaration]) => ({
    place: `${prefix}${name}`,
    declaration,
    schema: () => schema(declaration),
  }));
};

const ofEntity = (entity: AnyEntity, config: Console): Placed[] => {
  const { name } = entity;
  const operations: Readonly<Record<string, Operation>> = { ...entity.commands, ...entity.actions };
  const related: readonly Related<Fields>[] = [entity.related].flat();
  const inputs = (prefix: string, fields: Fields) =>
    each<AnyField>(prefix, fields, (field) => inputField(field, fields, config));
  return [
    { place: name, declaration: entity, schema: () => entityOptions(entity, config) },
    ...inputs(`${name}.`, entity.fields),
    ...each(`${name}.`, operations, (part) => operationOptions(part, entity)),
    ...Object.entries(operations).flatMap(([code, { args }]) => inputs(`${name}.${code}.`, args)),
    ...each<RelatedRecords>(
      `${name}.related.`,
      related.map((part) => [part.tabKey ?? part.entity, part] as const),
      (part) => relatedRecords(part, entity, config),
    ),
    ...each<TimelineSource>(`${name}.timeline.`, entity.timeline, (part) =>
      timelineSource(part, entity, config),
    ),
    ...each(`${name}.views.`, entity.views, () => presetView(entity)),
  ];
};

/** Lists the declarations of a configuration. */
export const declarationsOf = (config: Console): Placed[] => [
  ...config.entities.flatMap((entity) => ofEntity(entity, config)),
  ...config.reports.flatMap((part) => [
    ...each('report ', [[part.name, part]], () => reportOptions(part, config)),
    ...each<AnyField>(`report ${part.name}.`, part.columns, shownField),
    ...each<Measure>(`report ${part.name}.`, part.measures, (own) => measure(own, part, config)),
  ]),
  ...each(
    'menu ',
    flatMenus(config.menus).map((menu) => [menu.code, menu] as const),
    () => menuSeed(config),
  ),
  ...Object.entries(config.tabs).flatMap(([entity, tabs]) =>
    each(`${entity}.`, tabs, () => detailTab(config)),
  ),
  ...each('page ', config.pages, () => page(config)),
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
