import type { AnyField, Console } from '../config';
import { type FieldSchema, kindOf, schemaOf } from '../fields';
import type { Endpoint } from './calls/endpoint';
import type { Database } from './db';
import type { EntityRules } from './entities';
import type { CheckedCode } from './rules/custom';
import type { Task } from './work/worker';

interface CustomParts {
  readonly db: Database;
  readonly config: Console;
  /** Clock, epoch ms. */
  readonly now: () => number;
}

/** Server code of the customer: `custom` in `custom/server.ts`. */
export interface Custom {
  /** Rules by entity. They run after those of the product. */
  readonly rules?: Readonly<Record<string, EntityRules>>;
  /** Makes calls, which are served as the product's own. */
  readonly calls?: (parts: CustomParts) => readonly Endpoint[];
  /** Makes tasks, which every server runs. */
  readonly tasks?: (parts: CustomParts) => readonly Task[];
}

export interface CustomCode extends CheckedCode {
  readonly server: Custom;
}

const servers = import.meta.glob<{ custom?: Custom }>('@custom/server.ts', { eager: true });
const consoles = import.meta.glob<string>('@custom/console.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const schemas = import.meta.glob<{ schema: FieldSchema }>('@custom/*.schema.ts', { eager: true });
const views = import.meta.glob('@custom/*.view.tsx');

const EXPORT = /^export (?:async )?(?:const|function|class) (\w+)|^export \{([^}]*)\}/gm;

/** Returns the names that code exports at the beginning of a line. The server cannot load code for a browser. */
const exportedNames = (code: string): string[] =>
  [...code.matchAll(EXPORT)].flatMap(
    ([, name, list = '']) => name ?? list.match(/\w+(?=\s*(,|$))/g) ?? [],
  );

/** Path from the folder of the project. Vite writes it with a slash if the file is within. */
const projectPath = (path: string): string => path.replace(/^\//, '');

for (const [path, { custom }] of Object.entries(servers)) {
  if (!custom) throw new Error(`${projectPath(path)}: it must export \`custom\``);
}
for (const [path, { schema }] of Object.entries(schemas)) {
  if (schemaOf({ kind: kindOf(path) } as AnyField) === schema) continue;
  throw new Error(`${projectPath(path)}: the product has this kind of field`);
}

const [aFile = ''] = [servers, consoles, schemas, views].flatMap(Object.keys);

export const customCode: CustomCode = {
  folder: projectPath(aFile).replace(/\/[^/]*$/, ''),
  server: Object.values(servers)[0]?.custom ?? {},
  components: Object.values(consoles).flatMap(exportedNames),
  kinds: {
    schemas: Object.keys(schemas).map(kindOf),
    views: Object.keys(views).map(kindOf),
  },
};
