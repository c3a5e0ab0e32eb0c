import config from '../../../resources.config';
import {
  type AnyEntity,
  type Console,
  type Field,
  type Fields,
  type MenuSeed,
  standingProblems,
} from '../../config';
import { actionsOf } from '../auth';

const flat = (menus: readonly MenuSeed[]): MenuSeed[] =>
  menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])]);

const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/** The fields that keep the own name of a file in a field that is not there. */
const fileProblems = ({ name, fields }: AnyEntity): string[] =>
  Object.entries(fields as Fields).flatMap(([field, declared]) => {
    const { nameIn }: Partial<Field<'file'>> = declared;
    return nameIn === undefined || nameIn in fields
      ? []
      : [`${name}.${field} keeps its file’s name in ${nameIn}, which is unknown`];
  });

/** What is wrong with a configuration though it compiles; a sentence each, empty when nothing is. */
const checkConfig = ({ entities, pages, menus }: Console): string[] => {
  const all = flat(menus);
  const urls = new Set(all.flatMap(({ url }) => url ?? []));
  const names = entities.map(({ name }) => name as string);
  const shown = new Set(Object.values(pages).filter((page) => typeof page === 'string'));
  return [
    ...[...urls].filter((url) => !(url in pages)).map((url) => `No page for the menu url ${url}`),
    ...Object.keys(pages)
      .filter((url) => !urls.has(url))
      .map((url) => `No menu for the page ${url}: it gets one of its own`),
    ...names.filter((name) => !shown.has(name)).map((name) => `No page shows the entity ${name}`),
    ...entities.flatMap(({ name, related }) =>
      related
        .filter(({ entity }: { entity: string }) => !names.includes(entity))
        .map(
          ({ entity }: { entity: string }) => `${name} is related to ${entity}, which is unknown`,
        ),
    ),
    ...entities.flatMap(standingProblems),
    ...entities.flatMap(fileProblems),
    ...repeated(all.map(({ code }) => code)).map((code) => `Two menus have the code ${code}`),
    ...repeated(entities.flatMap((entity) => actionsOf(entity).map(({ code }) => code))).map(
      (code) => `Two buttons have the code ${code}`,
    ),
  ];
};

const [name] = process.argv.slice(2);
const entity = config.entities.find((candidate) => candidate.name === name);

if (name && !entity) {
  console.error(`There is no entity ${name}`);
  process.exitCode = 1;
} else if (entity) {
  console.log(
    JSON.stringify(entity, (_, value) => (value instanceof RegExp ? String(value) : value), 2),
  );
} else {
  const problems = checkConfig(config);
  for (const problem of problems) console.log(problem);
  console.log(`${config.entities.length} entities, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
