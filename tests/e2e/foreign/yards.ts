import { Refused } from './Refused';

type Row = Record<string, unknown>;
type Body = Readonly<Record<string, unknown>>;

/** Keys beyond the range of JavaScript numbers, sent as text. */
const FIRST_KEY = 1_790_000_000_000_000_001n;
const DAY = 86_400_000;
const OPENED = Date.UTC(2026, 0, 1);
const COMPANIES: Readonly<Record<number, string>> = { 11: 'Foreign Port', 12: 'Dry Port' };
const LOCKS = ['FP-001', 'FP-002'].map((sn, i) => ({
  id: String(i + 1),
  sn,
  device_name: `Lock ${i + 1}`,
  status: 2,
  communicate_status: 1,
  electric: '87',
  org_name: 'Foreign Port',
  device_type: 'Smart padlock',
  factoryName: 'Port Works',
  positionType: 0,
}));
/** Reports of the first lock, a minute apart, newest first. */
const POSITIONS = Array.from({ length: 40 }, (_, i) => ({
  id: String(40 - i),
  sn: 'FP-001',
  create_time: OPENED + (39 - i) * 60_000,
  lat: 30 - i / 100,
  lon: 114,
  position_status: 0,
  lock_status: 2,
}));
const SIGNED = ['langue', 'timestamp', 'sign'];
const FILTERS = ['yardId', 'yardName', 'kind', 'openedBegin', 'openedEnd'];
const ORDER = ['orderBy', 'direction'];
const VALUES = ['yardName', 'kind', 'capacity', 'org_id'];

/** Refuses unknown fields. */
const only = (body: Body, names: readonly string[]) => {
  const strange = Object.keys(body).find((name) => ![...names, ...SIGNED].includes(name));
  if (strange) throw new Refused('E0400', `Unknown parameter ${strange}`);
};

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

/** Creates the yards of a customer, and the calls for them. */
export const createYards = () => {
  let next = FIRST_KEY;
  const make = (values: Row): Row => ({
    yardId: String(next++),
    kind: null,
    capacity: null,
    opened: new Date(OPENED).toISOString(),
    ...values,
  });
  let rows: Row[] = Array.from({ length: 45 }, (_, i) =>
    make({
      yardName: `Yard ${String(i + 1).padStart(2, '0')}`,
      kind: (i % 2) + 1,
      capacity: 100 - i,
      org_id: '11',
      opened: new Date(OPENED + i * DAY).toISOString(),
    }),
  );

  const answered = (row: Row): Row => ({ ...row, org_name: COMPANIES[Number(row.org_id)] });

  const matching = (body: Body): Row[] => {
    const { yardId, yardName, kind, openedBegin, openedEnd, orderBy = 'yardId' } = body;
    const down = body.direction === 'descend' ? -1 : 1;
    const matches = rows.filter(
      (row) =>
        (yardId === undefined || listed(yardId).includes(row.yardId)) &&
        (yardName === undefined || String(row.yardName).includes(String(yardName))) &&
        (kind === undefined || listed(kind).includes(row.kind)) &&
        (openedBegin === undefined || Date.parse(String(row.opened)) >= Number(openedBegin)) &&
        (openedEnd === undefined || Date.parse(String(row.opened)) <= Number(openedEnd)),
    );
    const field = String(orderBy);
    if (!rows.some((row) => field in row)) throw new Refused('E0401', `Cannot sort by ${field}`);
    return matches.sort((a, b) => down * compare(a[field], b[field]));
  };

  const unique = ({ yardName }: Body, zh: boolean, but?: unknown) => {
    if (rows.some((row) => row.yardName === yardName && row.yardId !== but)) {
      throw new Refused('E2001', zh ? '堆场名称已存在' : 'There is a yard of this name');
    }
  };

  const one = ({ yardId }: Body): Row => {
    const row = rows.find((each) => each.yardId === yardId);
    if (!row) throw new Refused('E2004', 'There is no such yard');
    return row;
  };

  const calls: Readonly<Record<string, (body: Body, zh: boolean) => unknown>> = {
    '/site/yard/page': (body) => {
      only(body, [...FILTERS, ...ORDER, 'current', 'size']);
      const matches = matching(body);
      const start = Number(body.current) * Number(body.size);
      const records = matches.slice(start, start + Number(body.size)).map(answered);
      return { records, count: String(matches.length) };
    },
    '/site/yard/detail': (body) => {
      only(body, ['yardId']);
      return answered(one(body));
    },
    '/site/yard/save': (body, zh) => {
      only(body, VALUES);
      unique(body, zh);
      rows.push(make(Object.fromEntries(VALUES.map((name) => [name, body[name] ?? null]))));
      return null;
    },
    '/site/yard/modify': (body, zh) => {
      only(body, [...VALUES, 'yardId']);
      const row = one(body);
      unique(body, zh, row.yardId);
      for (const name of VALUES) if (name in body) row[name] = body[name];
      return null;
    },
    '/site/yard/remove': (body, zh) => {
      only(body, ['idList']);
      const ids = listed(body.idList);
      if (rows.some(({ yardId, capacity }) => ids.includes(yardId) && capacity === 100)) {
        throw new Refused('E2002', zh ? '堆场正在盘点' : 'This yard is being counted');
      }
      rows = rows.filter(({ yardId }) => !ids.includes(yardId));
      return null;
    },
    '/site/yard/download': (body) => {
      only(body, [...FILTERS, ...ORDER, 'columns']);
      const lines = matching(body).map(({ yardName, capacity }) => `${yardName},${capacity}`);
      return Buffer.from(`\ufeff${lines.join('\r\n')}`);
    },
    '/org/list': (body) => {
      only(body, ['current', 'size', 'orderBy', 'direction', 'org_name', 'id']);
      const all = Object.entries(COMPANIES).filter(
        ([id, name]) =>
          (body.id === undefined || listed(body.id).map(String).includes(id)) &&
          name.includes(String(body.org_name ?? '')),
      );
      const records = all.map(([id, org_name]) => ({ id, org_name, parent_id: null }));
      return { records, count: records.length };
    },
    '/device/list': (body) => {
      if (String(body.orderBy).includes(',')) throw new Refused('E0401', 'One order only');
      return { records: LOCKS, count: LOCKS.length };
    },
    '/deviceLocationRecord/list': (body) => {
      const { create_timeBegin: from = 0, create_timeEnd: to = Number.POSITIVE_INFINITY } = body;
      const records = POSITIONS.filter(
        ({ create_time }) => create_time >= Number(from) && create_time <= Number(to),
      );
      if (body.direction === 'ascend') records.reverse();
      const start = Number(body.current) * Number(body.size);
      return { records: records.slice(start, start + Number(body.size)), count: records.length };
    },
    '/device/get': (body) => LOCKS.find(({ id }) => id === String(body.id)),
    '/device/add': (body) => {
      only(body, ['sn', 'device_name', 'protocol', 'stock_status']);
      const added = { ...LOCKS[0], id: String(LOCKS.length + 1), ...body };
      return added;
    },
    '/device/update': (body) => {
      only(body, ['id', 'device_name']);
      const lock = LOCKS.find(({ id }) => id === String(body.id));
      if (!lock) throw new Refused('E0404', 'No such lock');
      return Object.assign(lock, { device_name: String(body.device_name) });
    },
  };
  return { calls, names: () => rows.map(({ yardName }) => yardName) };
};
