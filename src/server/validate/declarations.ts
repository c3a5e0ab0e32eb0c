import { type TSchema, Type } from 'typebox';
import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Console,
  type Fields,
  flatMenus,
  type Measure,
  type MenuSeed,
  type Operation,
  type Page,
  type Related,
  type Report,
  type TimelineSource,
  type Warning,
} from '../../config';
import { type Implemented, isFixedAddress } from '../rules';
import { warningProblems } from './effects';
import { entityProblems, operationProblems, viewProblems } from './entities';
import { equalChoices, fieldProblems, inputProblems, refuses } from './fields';
import type { Problems } from './finding';
import * as language from './language';
import { measureProblems, reportColumnProblems, reportProblems } from './reports';
import { SIGNED } from './wire';

/** Declaration: an entity, a field, an operation, a report or one of their parts. */
export interface Placed {
  /** Name in findings: `vehicle.axles`. */
  readonly place: string;
  readonly declaration: unknown;
  /** Returns the schema that the declaration must match. */
  readonly schema: () => TSchema;
  /** Returns the problems of a declaration of the right shape. @param implemented parts with a rule on our server */
  readonly problems: (implemented: Implemented) => Problems;
}

const each = <D>(
  prefix: string,
  entries: readonly (readonly [string, D])[],
  schema: (declaration: D) => TSchema,
  problems: (declaration: D, name: string, implemented: Implemented) => Problems = () => ({}),
): Placed[] =>
  entries.map(([name, declaration]) => ({
    place: `${prefix}${name}`,
    declaration,
    schema: () => schema(declaration),
    problems: (implemented) => problems(declaration, name, implemented),
  }));

/** Lists a command or an action, and its arguments. @param reserved names that its call has already */
const ofOperation = (
  entity: AnyEntity,
  [code, operation]: readonly [string, Operation],
  reserved: readonly string[],
  config: Console,
): Placed[] => {
  const { args } = operation;
  return [
    ...each(
      `${entity.name}.`,
      [[code, operation]],
      () => language.operationOptions(operation, entity, config),
      (_, name, implemented) => operationProblems(operation, name, { entity, config }, implemented),
    ),
    ...each<AnyField>(
      `${entity.name}.${code}.`,
      Object.entries(args),
      (field) => language.inputField(field, args, config),
      (field, name) => ({
        ...inputProblems(field, name, args, config),
        ...equalChoices(field),
        on: field.required && !appearsIn(field, 'create'),
        wire: reserved.includes(name),
      }),
    ),
  ];
};

const ofEntity = (entity: AnyEntity, config: Console): Placed[] => {
  const { name, fields } = entity;
  const related: readonly Related<Fields>[] = [entity.related].flat();
  const operations = (declared: Readonly<Record<string, Operation>>, reserved: string) =>
    Object.entries(declared).flatMap((entry) =>
      ofOperation(entity, entry, [...SIGNED, reserved], config),
    );
  return [
    ...each(
      '',
      [[name, entity]],
      () => language.entityOptions(entity, config),
      () => entityProblems(entity, config),
    ),
    ...each<AnyField>(
      `${name}.`,
      Object.entries(fields),
      (field) => language.inputField(field, fields, config, Object.keys(entity.actions)),
      (field, own, implemented) => fieldProblems(field, own, entity, config, implemented),
    ),
    ...operations(entity.commands, 'sns'),
    ...operations(entity.actions, config.wire.ids),
    ...each(
      `${name}.related.`,
      related.map((part) => [part.tabKey ?? part.entity, part] as const),
      (part) => language.relatedRecords(part, entity, config),
    ),
    ...each<TimelineSource>(`${name}.timeline.`, Object.entries(entity.timeline), (part) =>
      language.timelineSource(part, entity, config),
    ),
    ...each(
      `${name}.views.`,
      Object.entries(entity.views),
      () => language.presetView(entity),
      (view, code) => viewProblems(view, code, entity),
    ),
    ...each<Warning>(
      `${name}.warns.`,
      Object.entries(entity.warns),
      () => language.warning,
      (warning, own) => warningProblems(warning, own, entity),
    ),
    ...each(`${name}.`, Object.entries(config.tabs[name] ?? {}), () => language.detailTab(config)),
  ];
};

const ofReport = (report: Report, config: Console): Placed[] => [
  ...each(
    'report ',
    [[report.name, report]],
    () => language.reportOptions(report, config),
    () => reportProblems(report, config),
  ),
  ...each<AnyField>(
    `report ${report.name}.`,
    Object.entries(report.columns),
    language.shownField,
    (field, column) => reportColumnProblems(field, column, report, config),
  ),
  ...each<Measure>(
    `report ${report.name}.`,
    Object.entries(report.measures),
    (part) => language.measure(part, report, config),
    (part) => measureProblems(part, report, config),
  ),
];

/** Checks the menu of a new database, by the rules of the page on which operators change them. */
const menuProblems = (menu: MenuSeed, code: string, { menus, entities }: Console): Problems => {
  const field: AnyField | undefined = entities.find(({ name }) => name === 'menu')?.fields.menuCode;
  return {
    address: field && (code === '' || refuses(field, code)),
    fixedAddress: isFixedAddress(code),
    // The sidebar shows no third level.
    menuDepth: !menus.includes(menu) && (menu.children ?? []).length > 0,
  };
};

const pageProblems = (page: Page, url: string, { menus, entities }: Console): Problems => {
  const lacksMenu = menus.length > 0 && !flatMenus(menus).some((menu) => menu.url === url);
  // The server adds a menu for the page of an entity, by the entity's label. A page of its own has no such label.
  const isAdded = typeof page === 'string';
  return {
    list: entities.some(({ name, verbs }) => name === page && !verbs.includes('list')) && [page],
    noMenu: lacksMenu && !isAdded,
    menuAdded: lacksMenu && isAdded,
  };
};

export const declarationsOf = (config: Console): Placed[] => [
  ...config.entities.flatMap((entity) => ofEntity(entity, config)),
  ...config.reports.flatMap((report) => (report.records ? [] : ofReport(report, config))),
  ...each<MenuSeed>(
    'menu ',
    flatMenus(config.menus).map((menu) => [menu.code, menu] as const),
    () => language.menuSeed(config),
    (menu, code) => menuProblems(menu, code, config),
  ),
  ...each(
    'page ',
    Object.entries(config.pages),
    () => language.page(config),
    (page, url) => pageProblems(page, url, config),
  ),
  ...each(
    'tabs of ',
    Object.entries(config.tabs),
    () => Type.Unknown(),
    (_, entity) => ({
      noEntity: !config.entities.some(({ name }) => name === entity),
    }),
  ),
];
