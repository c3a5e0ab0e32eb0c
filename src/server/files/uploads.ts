import { sql } from 'kysely';
import type { Action, AnyEntity, AnyField, Command, Console, Field, Fields } from '../../config';
import { appearsIn, isBlank } from '../../config';
import {
  extensionOf,
  fileError,
  listedEntry,
  listedPath,
  MAX_FILE_BYTES,
  MB,
  parseListed,
} from '../../domain/files';
import type { Label } from '../../domain/label';
import { truncate } from '../../domain/text';
import { schemaOf } from '../../fields';
import { actionPath, commandPath, verbPath } from '../../protocol';
import { fileUpload } from '../../protocol/contracts/files';
import { isGranted, type Rights } from '../auth';
import { answering } from '../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  invalidInput,
  type ReceivedFile,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import { anyOf, type Database, idsFrom, type Row } from '../db';
import { readParameters } from '../db/parameters';
import type { StoredFile } from './content';
import { type Files, IMPORT_TTL, UPLOAD_PATH } from './files';
import { type FileLimits, fileLimits, fileType } from './fileTypes';

/** Records of uploaded files with their senders and purposes. A field accepts only files that were uploaded for it. */
export interface Uploads {
  /** Stores a file and returns its path. */
  readonly call: SignedInEndpoint;
  /**
   * Checks the files in the values of a form. Each must have been uploaded for its field, by the caller or by an
   * operator who may fill in the form, in the caller's organisation or one above or below it; or it is an https URL
   * below `imageServerUrl`. Files that the record has already are not checked again.
   * @param form `calls` are the paths of the calls that fill in these fields, `stored` is the record before a change
   * @returns the original file names by the field (`nameIn`) that stores each, and the lists of files with their names
   * @throws CallError `invalid` with the reason for each rejected file, by field
   */
  checkFiles(
    db: Database,
    form: {
      readonly fields: Fields;
      readonly values: CallValues;
      readonly calls: readonly string[];
      readonly stored?: Row;
    },
    caller: Caller,
  ): Promise<CallValues>;
  /** Deletes the files of deleted or changed rows, unless a record still refers to them. Call it after the commit. */
  deleteUnreferenced(entity: AnyEntity, rows: readonly Row[]): Promise<void>;
  /** Removes files that no record has referred to for a day. @param now epoch ms */
  sweep(now: number): Promise<void>;
}

interface UploadDependencies {
  readonly db: Database;
  readonly config: Console;
  readonly files: Files;
  readonly rights: Rights;
  /** Base URL of uploaded files for browsers. */
  readonly imageServerUrl: string;
  /** Epoch ms. */
  readonly now: () => number;
}

export const openUploads = (dependencies: UploadDependencies): Uploads => {
  const { db, config, files, rights } = dependencies;
  const columns = fileColumns(config);
  const base = httpsBase(dependencies.imageServerUrl);

  /** Returns the names that records refer to, as a path or as a whole URL. */
  const referencedNames = async (names: readonly string[]): Promise<ReadonlySet<string>> => {
    const referenced = new Set<string>();
    const spellings = base ? [...names, ...names.map((name) => base + name)] : names;
    for (const { table, column, isList } of columns) {
      const value = sql.ref(column);
      const paths = isList
        ? sql`(select split_part(entry, '?', 1) as path from ${sql.table(table)}, unnest(${value}) as entry)`
        : sql`(select ${value} as path from ${sql.table(table)})`;
      const { rows } = await sql<{ path: string }>`
        select distinct path from ${paths} as referring where path = any(${spellings}::text[])`.execute(
        db,
      );
      for (const { path } of rows) referenced.add(ownName(path, base) ?? path);
    }
    return referenced;
  };

  const mayCall = async (roleId: number, calls: readonly string[]): Promise<boolean> => {
    const grants = await rights.get(roleId);
    return calls.some((path) => isGranted(grants, path));
  };

  const removeUnnamed = async (names: readonly string[]): Promise<void> => {
    const still = await referencedNames(names);
    const unreferenced = names.filter((name) => !still.has(name));
    await files.remove(unreferenced);
    await db.deleteFrom('upload').where('name', '=', anyOf(unreferenced)).execute();
  };

  const { judge, judgeList } = fileJudge(base, mayCall);

  return {
    call: uploadCall(dependencies),
    checkFiles: async (transaction, { fields, values, calls, stored }, caller) => {
      const wrong: Record<string, Label> = {};
      const names: Record<string, unknown> = {};
      for (const [name, field] of Object.entries(fields)) {
        const purpose = purposeOfField(field);
        if (purpose === undefined || !(name in values)) continue;
        const value = values[name];
        const { nameIn }: Partial<Field<'file'>> = field;
        if (nameIn) names[nameIn] = null;
        if (isBlank(value)) continue;
        const taker = { purpose, ...fileLimits(field, purpose), calls };
        const judged = Array.isArray(value)
          ? await judgeList(
              transaction,
              { entries: value, stored: [stored?.[name] ?? []].flat() as string[] },
              taker,
              caller,
            )
          : await judge(transaction, String(value), taker, caller);
        if ('wrong' in judged) wrong[name] = judged.wrong;
        else if ('list' in judged) names[name] = judged.list;
        else if (nameIn && judged.sent) names[nameIn] = judged.sent.own_name;
      }
      if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
      return names;
    },
    deleteUnreferenced: async (entity, rows) => {
      const fields = Object.entries(entity.fields as Fields).filter(([, f]) => purposeOfField(f));
      const names = rows.flatMap((row) =>
        fields.flatMap(([name]) => pathsIn(row[name]).flatMap((path) => ownName(path, base) ?? [])),
      );
      if (names.length > 0) await removeUnnamed(names);
    },
    sweep: async (now) => {
      const old = await files.uploadedBefore(now - IMPORT_TTL);
      for (let at = 0; at < old.length; at += SWEPT) await removeUnnamed(old.slice(at, at + SWEPT));
      await db
        .deleteFrom('upload')
        .where('at', '<', now - IMPORT_TTL)
        .where('purpose', '=', IMPORT)
        .execute();
    },
  };
};

/**
 * Creates the checks of files that are entered in a form.
 * @param mayCall true if a role may make one of the calls
 */
const fileJudge = (
  base: string | undefined,
  mayCall: (roleId: number, calls: readonly string[]) => Promise<boolean>,
) => {
  /** Judges a file for a field. An accepted file elsewhere has no `sent`. */
  const judge = async (
    transaction: Database,
    path: string,
    { purpose, extensions, calls }: Omit<Taker, 'bytes'>,
    caller: Caller,
  ): Promise<{ readonly sent?: SentFile } | { readonly wrong: Label }> => {
    const name = ownName(path, base);
    if (name === undefined) {
      return base && isBelow(path, base) ? {} : { wrong: elsewhere(path, base) };
    }
    const sent = await sentFile(transaction, { name, purpose }, caller);
    const may = sent && (sent.oper_id === caller.oper.id || (await mayCall(sent.role_id, calls)));
    if (!may) return { wrong: serverLabel('noSuchFile') };
    if (extensions.includes(extensionOf(name))) return { sent };
    return { wrong: serverLabel('fileType', { types: extensions.join(', ') }) };
  };

  /** Judges a list of files. @returns its entries with the original names, or the first error with the file's name */
  const judgeList = async (
    transaction: Database,
    { entries, stored }: Record<'entries' | 'stored', readonly string[]>,
    taker: Omit<Taker, 'bytes'>,
    caller: Caller,
  ): Promise<{ readonly list: readonly string[] } | { readonly wrong: Label }> => {
    const storedEntries = new Map(stored.map((entry) => [listedPath(entry), entry]));
    const list: string[] = [];
    for (const entry of entries) {
      const path = listedPath(entry);
      const judged = storedEntries.has(path) ? {} : await judge(transaction, path, taker, caller);
      if ('wrong' in judged) return { wrong: fileError(parseListed(entry).name, judged.wrong) };
      const { own_name, size } = judged.sent ?? {};
      list.push(
        own_name ? listedEntry({ path, name: own_name, size }) : (storedEntries.get(path) ?? entry),
      );
    }
    return { list };
  };

  return { judge, judgeList };
};

const SWEPT = 1_000;

/** Purpose of a spreadsheet that is read once, by an import or by a form that takes one. */
const IMPORT = 'import';

/** Purpose for which a field takes files; undefined if it takes none. */
const purposeOfField = (field: AnyField): string | undefined =>
  schemaOf(field).uploads?.(field as Field);

/** Returns the paths in a value: that of a field with one file, or those of a list. */
const pathsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(listedPath) : [String(value ?? '')];

/** Columns that store file paths, one or a list. */
const fileColumns = ({ entities }: Console) =>
  entities
    .filter(({ derived }) => !derived)
    .flatMap(({ table, fields }) =>
      Object.entries(fields as Fields)
        .filter(([, field]) => !field.virtual && purposeOfField(field) !== undefined)
        .map(([column, field]) => ({
          table: table as string,
          column,
          isList: schemaOf(field)
            .sql(field as Field)
            .endsWith('[]'),
        })),
    );

/** Base of absolute file URLs, with a trailing slash; undefined if files are not served over https. */
const httpsBase = (imageServerUrl: string): string | undefined =>
  /^https:\/\//i.test(imageServerUrl)
    ? new URL(imageServerUrl.replace(/\/*$/, '/')).href
    : undefined;

/** True if a URL, as browsers resolve it, is below the base: dot segments are resolved first. */
const isBelow = (address: string, base: string): boolean =>
  URL.canParse(address) && new URL(address).href.startsWith(base) && !/[\\\s]/.test(address);

/** Returns the name of a file uploaded to this server, given its path or its whole URL; undefined for anything else. */
const ownName = (path: string, base: string | undefined): string | undefined => {
  const name = base && path.startsWith(base) ? path.slice(base.length) : path;
  return UPLOAD_PATH.test(name) ? name : undefined;
};

const elsewhere = (path: string, base: string | undefined): Label => {
  if (!path.includes(':')) return serverLabel('noSuchFile');
  return base ? serverLabel('addressElsewhere', { base }) : serverLabel('notUploaded');
};

type SentFile = NonNullable<Awaited<ReturnType<typeof sentFile>>>;

/** Finds a file sent for a purpose by an operator whose organisation is the caller's or one above or below it. */
const sentFile = (
  db: Database,
  { name, purpose }: { readonly name: string; readonly purpose: string },
  { oper: { org_id } }: Caller,
) =>
  db
    .selectFrom('upload as u')
    .innerJoin('oper as o', 'o.id', 'u.oper_id')
    .select(['u.oper_id', 'o.role_id', 'u.own_name', 'u.size'])
    .where('u.name', '=', name)
    .where('u.purpose', '=', purpose)
    .where((eb) =>
      eb.or([
        eb('u.org_id', 'in', idsFrom('org_subtree', org_id)),
        eb('u.org_id', 'in', idsFrom('org_above', org_id)),
      ]),
    )
    .executeTakeFirst();

/**
 * Finds a spreadsheet by the path that its upload returned. Only its sender may import it: rows that an import cannot
 * add are answered.
 */
export const findOwnSheet = async (
  db: Database,
  files: Files,
  path: string,
  { oper }: Caller,
): Promise<StoredFile | undefined> => {
  const sent = await db
    .selectFrom('upload')
    .select('name')
    .where('name', '=', path)
    .where('purpose', '=', IMPORT)
    .where('oper_id', '=', oper.id)
    .executeTakeFirst();
  return sent && files.find(sent.name, db);
};

/** Paths of the entity's calls that fill in a record's fields. */
export const callsWithUploads = (entity: AnyEntity): string[] =>
  (['add', 'update'] as const)
    .filter((verb) => entity.verbs.includes(verb))
    .map((verb) => verbPath(entity, verb));

/** True if the entity has fields for files. @param names restricts the check to these fields */
export const hasFileFields = (
  { fields }: AnyEntity,
  names: readonly string[] = Object.keys(fields),
): boolean => names.some((name) => fields[name] && purposeOfField(fields[name]) !== undefined);

/** Field that takes files: its purpose, the accepted files, and the calls that fill it in. */
interface Taker extends FileLimits {
  readonly purpose: string;
  readonly calls: readonly string[];
}

const takersOf = (entity: AnyEntity): Taker[] => {
  const takersIn = (fields: Fields, callsOf: (field: AnyField) => readonly string[]): Taker[] =>
    Object.values(fields).flatMap((field) => {
      const purpose = purposeOfField(field);
      return purpose === undefined
        ? []
        : { purpose, ...fileLimits(field, purpose), calls: callsOf(field) };
    });
  const ofEach = (
    operations: Readonly<Record<string, Action | Command>>,
    pathOf: (code: string) => string,
  ) =>
    Object.entries(operations).flatMap(([code, { args }]) => takersIn(args, () => [pathOf(code)]));
  const views = { add: 'create', update: 'edit' } as const;
  const sheet: Taker = {
    purpose: IMPORT,
    extensions: ['xlsx'],
    bytes: MAX_FILE_BYTES,
    calls: [verbPath(entity, 'import')],
  };
  return [
    ...takersIn(entity.fields, (field) =>
      (['add', 'update'] as const)
        .filter((verb) => entity.verbs.includes(verb) && appearsIn(field, views[verb]))
        .map((verb) => verbPath(entity, verb)),
    ),
    ...ofEach(entity.actions, (code) => actionPath(entity.name, code)),
    ...ofEach(entity.commands, commandPath),
    ...(entity.verbs.includes('import') ? [sheet] : []),
  ];
};

const uploadCall = (dependencies: UploadDependencies): SignedInEndpoint => {
  const takers = dependencies.config.entities.flatMap(takersOf);
  return answering(fileUpload, {
    code: 'upload',
    kind: 'upload',
    access: 'granted',
    changes: true,
    receivesFile: true,
    declared: {
      properties: {
        purpose: {
          enum: [...new Set(takers.map(({ purpose }) => purpose))],
          description: 'Of a field that takes files, which the caller may fill in; default file',
        },
      },
    },
    // An unknown purpose is `noPermission`. The file is no field of the body.
    checkedByWork: ['purpose', 'file'],
    work: async ({ body, file, permits, change }, caller) => {
      const purpose = String(body.purpose ?? 'file');
      const ours = takers.filter((taker) => taker.purpose === purpose);
      await checkMayUpload(ours, permits);
      if (!file) throw invalidInput({ file: serverLabel('noFile') });
      const { name, size } = file;
      const extension = await checkedType(file, ours);
      return change(async (db) => {
        const upload = { file, purpose, extension };
        return { path: await storeUpload({ ...dependencies, db }, upload, caller), name, size };
      });
    },
  });
};

/** @throws CallError `noPermission` if the caller may fill in no field that takes files of this purpose */
const checkMayUpload = async (
  takers: readonly Taker[],
  permits: CallContext['permits'],
): Promise<void> => {
  for (const path of new Set(takers.flatMap(({ calls }) => calls))) if (await permits(path)) return;
  throw new CallError('noPermission', serverLabel('noPermission'));
};

/** @throws CallError `invalid` if the file is too large or of a type that no field takes */
const checkedType = async (file: ReceivedFile, takers: readonly Taker[]): Promise<string> => {
  const extensions = [...new Set(takers.flatMap((taker) => taker.extensions))];
  const bytes = Math.max(...takers.map((taker) => taker.bytes));
  if (file.truncated || file.size > bytes) {
    throw invalidInput({ file: serverLabel('fileTooLarge', { max: bytes / MB }) });
  }
  const extension = await fileType(file.path, file.name, extensions);
  if (extension === undefined)
    throw invalidInput({ file: serverLabel('fileType', { types: extensions.join(', ') }) });
  return extension;
};

/** Maximum length of a stored file name; longer ones are cut. */
const NAME_LENGTH = 255;

/** Stores a file within the organisation's quota. `db` is the transaction. @returns its path */
const storeUpload = async (
  { db, files, now }: UploadDependencies,
  { file, purpose, extension }: { file: ReceivedFile; purpose: string; extension: string },
  { oper: { id, org_id } }: Caller,
): Promise<string> => {
  const { upload_quota_mb: quota } = await readParameters(db);
  // Without the lock two parallel uploads could both take the last free space.
  await sql`select pg_advisory_xact_lock(hashtext(${`uploads ${org_id}`}))`.execute(db);
  const { used } = await db
    .selectFrom('upload')
    .select((eb) => eb.cast<number | null>(eb.fn.sum('size'), 'bigint').as('used'))
    .where('org_id', '=', org_id)
    .executeTakeFirstOrThrow();
  if ((used ?? 0) + file.size > quota * MB) {
    throw invalidInput({ file: serverLabel('quota', { max: quota }) });
  }
  const store = purpose === IMPORT ? files.keepForImport : files.keep;
  const name = await store(db, file.path, extension);
  await db
    .insertInto('upload')
    .values({
      name,
      purpose,
      own_name: truncate(file.name, NAME_LENGTH),
      size: file.size,
      oper_id: id,
      org_id,
      at: now(),
    })
    .execute();
  return name;
};
