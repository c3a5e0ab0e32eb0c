import writeExcelFile from 'write-excel-file/node';
import { createClient } from '../api/http/client';
import { PASSWORD } from './console';

/** What the shipped server signs with unless it is told otherwise. */
const SECRET = 'seal-console-demo-secret';

type Cell = string | number | null;

/** Somebody else's session, without a browser: makes records, and changes them while a page is open. */
export const openCaller = async (url: string, login: string) => {
  const client = createClient(url, SECRET, { ahead: 0 });
  const token = await client.signIn(login, PASSWORD);
  /** What a call answers; throws what it refuses. */
  const ask = async (path: string, body: object = {}) => {
    const { verify, data } = await client.call(path, body, { token });
    if (verify.sign === 'success') return data;
    throw new Error(`${path}: ${verify.desc} ${JSON.stringify(data)}`);
  };
  /** Imports rows under their head. */
  const importRows = async (entity: string, rows: Cell[][]) => {
    const content = await writeExcelFile(rows).toBuffer();
    const { data } = await client.upload(content, 'rows.xlsx', { purpose: 'import' }, { token });
    return ask(`/${entity}/import`, { path: data.path, dryRun: false });
  };
  return { ask, importRows };
};

export type Caller = Awaited<ReturnType<typeof openCaller>>;
