import { type Locale, textOf } from '../../../src/domain/label';
import { openRights } from '../../../src/server/auth';
import { makeLoginKey, openLoginKey } from '../../../src/server/auth/loginKey';
import {
  type CallContext,
  CallError,
  type Caller,
  type CallValues,
  FileAnswer,
  type Operator,
} from '../../../src/server/calls/endpoint';
import { type EntityRules, entityCalls } from '../../../src/server/entities';
import { entityDependencies } from '../../../src/server/entities/dependencies';
import { openFiles } from '../../../src/server/files/files';
import { openUploads } from '../../../src/server/files/uploads';
import { openJobQueue } from '../../../src/server/jobs';
import { testStore } from '../db/testStore';
import { addOrganisations, ROOT } from '../db/world';
import { ownPlace } from '../place';
import { declared } from './declared';

export interface Refusal {
  readonly code: string;
  readonly desc: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly data?: CallValues;
}

// biome-ignore lint/suspicious/noExplicitAny: what a call answers is for the test to say.
type Answer = any;

const refusalOf = (error: unknown, locale: Locale): Refusal => {
  if (!(error instanceof CallError)) throw error;
  const { fields, data } = error.refused;
  return {
    code: error.code,
    desc: textOf(error.desc, locale),
    ...(fields && {
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, label]) => [name, textOf(label, locale)]),
      ),
    }),
    ...(data && { data }),
  };
};

/** Opens the calls of declared entities over a real database, with the given rules. */
export const openCalls = async (rules: Readonly<Record<string, EntityRules>>) => {
  const place = await ownPlace(declared);
  const store = await testStore({ place, config: declared });
  await addOrganisations(store);
  const key = openLoginKey(await makeLoginKey());
  const files = openFiles(store.db, place.dataDir);
  const now = () => 5_000;
  const { db } = store;
  const rights = openRights({ db, config: declared, changes: store.accessChanges, now });
  const dependencies = entityDependencies({
    store,
    config: declared,
    rules,
    key,
    rights,
    files,
    uploads: openUploads({ db, config: declared, files, rights, imageServerUrl: '/files', now }),
    queue: openJobQueue(now),
    consoleUrl: () => undefined,
    title: 'Sealdesk',
    now,
  });
  const calls = new Map(entityCalls(dependencies).map((call) => [call.path, call]));

  /** Returns the answer of a call, or the refusal. @param covered whether the caller's role also covers another path */
  const call = async (
    path: string,
    body: CallValues,
    orgId = ROOT,
    covered: (path: string) => boolean = () => true,
  ): Promise<Answer> => {
    const endpoint = calls.get(path);
    if (!endpoint) throw new Error(`There is no call ${path}`);
    const oper = { id: orgId, operName: `of ${orgId}`, org_id: orgId } as Operator;
    const change: CallContext['change'] = (work) => store.db.transaction().execute(work);
    const permits = async (other: string) => covered(other);
    const caller: Caller = { oper, token: '' };
    try {
      const checkedBody = endpoint.check?.(body) ?? body;
      const context = { body: checkedBody, locale: 'en', permits, change, logRecords: () => {} };
      const answer = await endpoint.work(context as unknown as CallContext, caller);
      return answer instanceof FileAnswer ? { file: answer.name } : answer;
    } catch (error) {
      return refusalOf(error, 'en');
    }
  };
  return { store, dependencies, call };
};
