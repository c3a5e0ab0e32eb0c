import { type Console, entriesWithoutOrganisation, flatMenus } from '../../config';
import { actionsOf } from '../auth';
import { implementedParts } from '../rules';
import { checkEntity } from './entities';
import { asNotices, type Finding, findingsIf, findTwice } from './finding';
import { declarationsOf, locationOf } from './location';
import { checkMenus } from './menus';
import { checkPaths } from './paths';
import { checkReportDeclarations } from './reports';
import { checkDeclaration } from './shapes';
import { checkTables, isForOurServer } from './tables';
import { checkWire } from './wire';

export { sourceText } from './location';

/**
 * Checks a configuration for problems that the compiler cannot detect. The server does not start if there are errors.
 * Notices need attention but do no harm.
 * @param stores true if our own server stores the records; by default the configuration tells
 * @returns lines of text: file and line if `recordSources` was called, entity, field, text
 */
export const validateConfig = (config: Console, stores?: true) => {
  const shapes = declarationsOf(config).flatMap(checkDeclaration);
  const isMalformed = shapes.some(({ stops }) => stops);
  const findings = isMalformed ? shapes : [...shapes, ...findingsOf(config, stores)];
  const lines = (some: readonly Finding[]): readonly string[] =>
    some.map(({ place, text }) => `${locationOf(config, place)}${place}: ${text}`);
  return {
    errors: lines(findings.filter(({ notice }) => !notice)),
    notices: lines(findings.filter(({ notice }) => notice)),
  };
};

const findingsOf = (config: Console, stores = isForOurServer(config)): Finding[] => {
  const implemented = implementedParts(config);
  return [
    ...config.entities.flatMap((entity) => checkEntity(entity, config, implemented, stores)),
    ...checkTables(config, stores),
    ...checkPaths(config),
    ...checkEntities(config),
    ...checkMenus(config),
    ...checkPages(config),
    ...checkTabs(config),
    ...checkReportDeclarations(config),
    ...checkWire(config),
  ];
};

/** @throws Error with a line for each error */
export const assertValid = (config: Console): void => {
  const { errors } = validateConfig(config, true);
  if (errors.length === 0) return;
  throw new Error(`The configuration has errors:\n${errors.map((each) => `  ${each}`).join('\n')}`);
};

const checkEntities = ({ entities }: Console): Finding[] => [
  ...entities.flatMap((entity) =>
    entriesWithoutOrganisation(entity).map((each) => ({
      place: `${entity.name}.${each}`,
      text: 'only a superior may, but the records have no field for their organisation',
    })),
  ),
  ...findTwice(
    '',
    entities.flatMap((entity) => actionsOf(entity).map(({ code }) => code)),
    'two buttons have this code',
  ),
];

const checkPages = ({ entities, pages, menus }: Console): Finding[] => {
  const urls = new Set(flatMenus(menus).map(({ url }) => url));
  return Object.entries(pages).flatMap(([url, page]) => {
    const place = `page ${url}`;
    const lacksMenu = menus.length > 0 && !urls.has(url);
    // The server adds a menu for the page of an entity, by the entity's label. A page of its own has no such label.
    const isAdded = typeof page === 'string';
    return [
      ...findingsIf(place, {
        [`${page} has no list: its verbs lack it`]: entities.some(
          ({ name, verbs }) => name === page && !verbs.includes('list'),
        ),
        'no menu opens it: add one to menus, hidden if links open it': lacksMenu && !isAdded,
      }),
      ...asNotices(
        findingsIf(place, { 'no menu opens it, so the server adds one': lacksMenu && isAdded }),
      ),
    ];
  });
};

const checkTabs = ({ entities, tabs }: Console): Finding[] =>
  Object.keys(tabs).flatMap((entity) =>
    findingsIf(`tabs of ${entity}`, {
      'there is no such entity': !entities.some(({ name }) => name === entity),
    }),
  );
