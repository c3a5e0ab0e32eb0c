import mqtt from 'mqtt';
import writeExcelFile from 'write-excel-file/node';
import { createClient } from '../api/http/client';

/** Password of all demo operators. */
export const PASSWORD = 'Demo2026';

/** Default sign secret of the demo. */
const SECRET = 'seal-console-demo-secret';

type Cell = string | number | null;

/** Signs in without a browser, as another operator who adds and changes records while a page is open. */
export const openCaller = async (
  url: string,
  login: string,
  { password = PASSWORD, secret = SECRET } = {},
) => {
  const client = createClient(url, secret, { ahead: 0 });
  const token = await client.signIn(login, password);
  /** Returns the data of a call. @throws Error if it is refused */
  const ask = async (path: string, body: object = {}) => {
    const { verify, data } = await client.call(path, body, { token });
    if (verify.sign === 'success') return data;
    throw new Error(`${path}: ${verify.desc} ${JSON.stringify(data)}`);
  };
  /** Downloads the file of a call. */
  const file = async (path: string, body: object = {}): Promise<Buffer> => {
    const response = await client.file(path, body, { token });
    return Buffer.from(await response.arrayBuffer());
  };
  /** Uploads a file. @returns its path on the server */
  const upload = async (content: Uint8Array, name: string, fields: object): Promise<string> => {
    const { verify, data } = await client.upload(content, name, fields, { token });
    if (verify.sign === 'success') return data.path;
    throw new Error(`${name}: ${verify.desc}`);
  };
  /** Imports rows; the first is the head. */
  const importRows = async (entity: string, rows: Cell[][]) => {
    const content = await writeExcelFile(rows).toBuffer();
    const path = await upload(content, 'rows.xlsx', { purpose: 'import' });
    return ask(`/${entity}/import`, { path, dryRun: false });
  };
  return { ask, file, upload, importRows, encrypt: client.encrypt };
};

export type Caller = Awaited<ReturnType<typeof openCaller>>;

/** Adds a lock and connects it. The caller ends its connection. */
export const connectLock = async ({ ask }: Caller, sn: string, org_id: number) => {
  const { id } = await ask('/device/add', { sn, org_id });
  const { secrets } = await ask('/device/connect', { ids: [id] });
  const lock = await mqtt.connectAsync(secrets[0].code, { clientId: sn, reconnectPeriod: 0 });
  return { id, lock };
};

/** Signs in by a call. @returns the storage state of a browser context after the sign-in */
export const signedIn = async (url: string, login: string, password = PASSWORD) => {
  const client = createClient(url, SECRET, { ahead: 0 });
  const { verify, data } = await client.login({ username: login }, password);
  if (verify.sign !== 'success') throw new Error(`${login}: ${verify.desc}`);
  const { loginKey } = (await (await fetch(`${url}/config.json`)).json()) as { loginKey: string };
  const { token, publicKey, oper, imageServerUrl, operHobbyConfigVo: own } = data;
  // Alarm popups are off, because the demo raises alarms at any time.
  const preferences = { ...own, is_police_popup: false, is_police_voice: false };
  const values = { 'Admin-Token': token, 'Admin-Key': publicKey, 'Security-Key': loginKey };
  const cookies = Object.entries(values).map(([name, value]) => ({
    name,
    value: encodeURIComponent(value),
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict' as const,
  }));
  const value = JSON.stringify({ oper, imageServerUrl, preferences });
  return { cookies, origins: [{ origin: url, localStorage: [{ name: 'sealdesk.login', value }] }] };
};

/** Ends a session from outside of the browser. */
export const endSession = async (url: string, token: string): Promise<void> => {
  const { verify } = await createClient(url, SECRET, { ahead: 0 }).call(
    '/login/logout',
    {},
    { token },
  );
  if (verify.sign !== 'success') throw new Error(verify.desc);
};

let hired = 0;

/**
 * Adds an operator for one test, to the organisation of another one unless told. The test may disable it, sign out or change its settings without disturbing other tests.
 * @returns the login name; the password is the common one
 */
export const hire = async (
  url: string,
  { name, like, org_id }: { name: string; like: string; org_id?: number },
) => {
  const admin = await openCaller(url, 'admin');
  const { list } = await admin.ask('/oper/list', { loginName: like });
  const same = list.find((oper: { loginName: string }) => oper.loginName === like);
  hired += 1;
  const loginName = `${like}${process.pid}x${hired}`;
  const first = await admin.encrypt('First2026');
  const { role_id } = same;
  const place = { role_id, org_id: org_id ?? same.org_id };
  await admin.ask('/oper/add', { operName: name, loginName, ...place, password: first });
  // A password that was set by another person must be changed at the first sign-in.
  const own = await openCaller(url, loginName, { password: 'First2026' });
  const newPassword = await own.encrypt(PASSWORD);
  await own.ask('/login/changePassword', { oldPassword: first, newPassword });
  return loginName;
};
