import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import base from '../../../resources.config';
import {
  type AnyEntity,
  type Console,
  defineConsole,
  entity,
  type Fields,
  type Operation,
  type Report,
} from '../../../src/config';
import { declarationOf, entityOf, jsonText } from '../../../src/fields/declaration';
import type { EntityRules } from '../../../src/server/entities';
import type { CheckedCode } from '../../../src/server/rules/custom';
import { validateConfig } from '../../../src/server/validate';
import { readBack, servedBy } from '../fields/served';
import { examplesIn, partsOf } from './page';

/** Within the project, so that the examples find its packages. */
const FOLDER = resolve('.cache/examples');
/** Not tsconfig.json, which a running development server would watch. */
const PROJECT = join(FOLDER, 'project.json');
const COMPILER = 'node_modules/typescript/lib/tsc.js';

const [{ code: beginning = '' } = {}, ...examples] = partsOf('docs/configuration.md').flatMap(
  ({ heading, body }) => examplesIn(body).map((code) => ({ heading, code })),
);

const cases = examples.map(({ heading, code }, i) => ({
  code,
  file: join(FOLDER, `${i}-${heading.replace(/\W/g, '')}.tsx`),
}));

/** Modules of the console that examples load, with the name that they export. */
const pages = [
  ['./src/console/pages/playback', 'Page'],
  ['./src/console/pages/device/place', 'Tab'],
  ['./src/console/data', 'createProviders'],
] as const;

/** Text of an entity in JSON, which an example reads from a file. */
const [, tripJson = ''] =
  /^```json\n([\s\S]*?)\n```$/m.exec(
    partsOf('docs/configuration.md').find(({ heading }) => heading === 'Declare an entity in JSON')
      ?.body ?? '',
  ) ?? [];

/** Stands for a module of the console: checking the types of the whole console takes 15 s. */
const STAND_IN = `${pages.map(([, name]) => `export declare const ${name}: any;`).join('\n')}\n`;

/** Returns the module of an example: the beginning of the document, the example, and an export of its declarations. */
const moduleOf = (code: string): string => {
  const names = [...code.matchAll(/^const (\w+)/gm)].map(([, name = '']) => name);
  const whole = `${beginning}\n${code}\nexport const declared = { ${names.join(', ')} };\nexport { fields };\n`;
  return whole
    .replace(/'\.\/src\/console\/[^']+'/g, "'./standIn'")
    .replaceAll("'./src/", "'../../src/");
};

const compilerErrors = (): Promise<string> =>
  new Promise((done) => {
    const options = [COMPILER, '--noEmit', '--pretty', 'false', '-p', PROJECT];
    execFile(process.execPath, options, (error, output) => done(output || (error?.message ?? '')));
  });

interface Declaration {
  readonly kind?: string;
  readonly fields?: unknown;
  readonly measures?: unknown;
  readonly args?: unknown;
  readonly name?: string;
}

type Declared = Readonly<Record<string, Declaration>>;

interface Example {
  readonly fields: Fields;
  readonly declared: Declared;
  readonly default?: Console;
}

const having = (declared: Declared, member: keyof Declaration) =>
  Object.entries(declared).filter(([, each]) => each[member] !== undefined);

/** Entities of an example. Vehicles get a name of their own, and single fields are those of a vehicle. */
const entitiesOf = ({ declared, fields }: Example, vehicleName: string): AnyEntity[] => {
  // The example of lines names an entity that is part of none.
  const partOf = (of: AnyEntity) =>
    entity(
      `${vehicleName}_${of.name}`,
      [`${vehicleName} ${of.name}`, `${vehicleName} ${of.name}`],
      {
        fields: of.fields,
        partOf: vehicleName,
      },
    );
  const parts: AnyEntity[] = [];
  const ownFields = Object.fromEntries(
    having(declared, 'kind').map(([name, field]) => {
      if (field.kind !== 'lines') return [name, field];
      const part = partOf((field as unknown as { readonly of: AnyEntity }).of);
      parts.push(part);
      return [name, { ...field, of: part }];
    }),
  ) as Fields;
  const usual = Object.entries(fields).map(([name, each]) => [
    name,
    { ...each, label: [name, name] },
  ]);
  const vehicle = entity(vehicleName, [vehicleName, vehicleName], {
    fields: { ...Object.fromEntries(usual), ...ownFields },
  });
  const entities = having(declared, 'fields').map(([, each]) => each as AnyEntity);
  return [
    ...parts,
    ...(Object.keys(ownFields).length > 0 ? [vehicle] : []),
    ...entities.map((each) =>
      each.name === 'vehicle'
        ? {
            ...each,
            name: vehicleName,
            label: [vehicleName, vehicleName] as const,
            table: vehicleName,
          }
        : each,
    ),
  ];
};

/** Declarations that go into one console, by what they replace or add. */
type Batch = Map<string, Declaration>;

/** Puts each declaration into the first batch that has none of its name, because a check of a console is slow. */
const batchesOf = (declarations: readonly (readonly [string, Declaration])[]): Batch[] => {
  const batches: Batch[] = [];
  for (const [name, declaration] of declarations) {
    const free = batches.find((batch) => !batch.has(name));
    if (free) free.set(name, declaration);
    else batches.push(new Map([[name, declaration]]));
  }
  return batches;
};

/** Replaces the actions and commands of a shipped entity by those of their names. */
const withOperations = (
  shipped: AnyEntity,
  operations: readonly [string, Declaration][],
): AnyEntity => {
  const codedIn = (codes: object) =>
    Object.fromEntries(
      operations.filter(([code]) => Object.hasOwn(codes, code)),
    ) as unknown as Record<string, Operation>;
  return {
    ...shipped,
    actions: { ...shipped.actions, ...codedIn(shipped.actions) },
    commands: { ...shipped.commands, ...codedIn(shipped.commands) },
  };
};

/** Returns the shipped console with the declarations, each where the document says that it goes. */
const consoleWith = (batch: Batch): Console => {
  const declared = Object.fromEntries(batch);
  const entities = having(declared, 'fields').map(([, each]) => each as AnyEntity);
  const reports = having(declared, 'measures').map(([, each]) => each as Report);
  const operations = having(declared, 'args');
  const shipped = base.entities.filter(({ name }) => entities.every((each) => each.name !== name));
  return defineConsole({
    ...base,
    entities: [...shipped.map((each) => withOperations(each, operations)), ...entities],
    reports: [
      ...base.reports.filter(({ name }) => reports.every((each) => each.name !== name)),
      ...reports,
    ],
  } as never);
};

/** Rules that fill the virtual fields of vehicles, as docs/extending.md shows them. */
const filling = ({ entities }: Console): CheckedCode => {
  const vehicles = entities.filter(({ name }) => name.startsWith('vehicle'));
  const rulesOf = ({ fields }: AnyEntity): EntityRules => {
    const virtual = Object.entries(fields as Fields).filter(([, field]) => field.virtual);
    const fill = async (rows: readonly unknown[]) => rows.map(() => null);
    return { virtualFields: Object.fromEntries(virtual.map(([name]) => [name, fill])) };
  };
  const rules = Object.fromEntries(vehicles.map((each) => [each.name, rulesOf(each)]));
  return {
    server: { rules },
    folder: 'src/custom',
    components: [],
    kinds: { schemas: [], views: [] },
  };
};

/** Returns the options that are code, of entities that have some. */
const codeIn = (entities: readonly AnyEntity[]): string[] =>
  entities.flatMap((each) => {
    try {
      declarationOf(each);
      return [];
    } catch (error) {
      return String(error).replace(/^Error: (\w+?)\d*\.([^:]*):.*$/, '$1.$2');
    }
  });

describe('the examples of docs/configuration.md', () => {
  beforeAll(() => {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, 'standIn.d.ts'), STAND_IN);
    writeFileSync(join(FOLDER, 'trip.json'), tripJson);
    for (const { file, code } of cases) writeFileSync(file, moduleOf(code));
    const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
    const include = ['*.tsx', '../../src/fields/kinds/*.schema.ts', '../../src/**/*.d.ts'];
    writeFileSync(
      PROJECT,
      JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include }),
    );
  });

  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  it('compile', async () => {
    expect(await compilerErrors()).toBe('');
  });

  it.each(pages)('import %s, which exports %s', (path, name) => {
    const file = [`${path}.tsx`, `${path}.ts`, `${path}/index.tsx`, `${path}/index.ts`].find(
      existsSync,
    );
    expect(readFileSync(String(file), 'utf8')).toMatch(new RegExp(`export .*\\b${name}\\b`));
  });

  const loadExamples = async () => {
    const modules: Example[] = await Promise.all(
      // The providers alone draw a page.
      cases.flatMap(({ code, file }) =>
        code.includes('createRoot') ? [] : import(/* @vite-ignore */ file),
      ),
    );
    const isEmpty = ({ declared, default: whole }: Example) =>
      !whole && Object.keys(declared).length === 0;
    expect(cases.filter((_, i) => modules[i] && isEmpty(modules[i]))).toEqual([]);
    const wholes = modules.flatMap(({ default: whole }) => whole ?? []);
    const parts = modules.filter((each) => !each.default);
    const declarations = parts.flatMap((each, i) => [
      ...entitiesOf(each, `vehicle${i}`).map((own) => [own.name as string, own] as const),
      ...having(each.declared, 'measures').map(([, own]) => [String(own.name), own] as const),
      ...having(each.declared, 'args'),
    ]);
    const unplaced = having(Object.fromEntries(declarations), 'args').filter(([code]) =>
      base.entities.every(({ actions, commands }) => !(code in actions) && !(code in commands)),
    );
    expect(unplaced).toEqual([]);
    return [...wholes, ...batchesOf(declarations).map(consoleWith)];
  };

  it('pass the check of the configuration', async () => {
    const consoles = await loadExamples();
    expect(consoles.flatMap((each) => validateConfig(each, filling(each)).errors)).toEqual([]);
  });

  it('are the same tables and calls once they are read back from JSON', async () => {
    const consoles = await loadExamples();
    const named = new Map(
      consoles.flatMap(({ entities }) => entities).map((each) => [each.name as string, each]),
    );
    for (const { name } of base.entities) named.delete(name);
    const own = [...named.values()];
    expect(codeIn(own)).toEqual([
      'vehicle.fields.contact.slots.cell',
      'vehicle.check',
      'vehicle.slots.toolbar',
      'vehicle.slots.top',
      'vehicle.fields.contact.slots.cell',
    ]);
    const whole = defineConsole({ ...base, entities: [...base.entities, ...own] } as never);
    expect(servedBy(readBack(whole))).toEqual(servedBy(whole));
  });

  it('have an entity in JSON, which is printed as it stands there', () => {
    expect(jsonText(declarationOf(entityOf(JSON.parse(tripJson))))).toBe(tripJson);
  });
});
