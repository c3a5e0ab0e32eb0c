import type { NotNull } from 'kysely';
import type { AnyEntity, Console } from '../../../config';
import { boxOf, metresOutside } from '../../../domain/geo/area';
import type { CommandTargets } from '../../../protocol';
import { MAX_TARGETS } from '../../../protocol/contracts/commands';
import { MAX_SN_LENGTH } from '../../../protocol/contracts/schemas';
import { type CallValues, invalidInput, serverLabel } from '../../calls/endpoint';
import { anyOf, type Database, entityTable, idsFrom, query, table } from '../../db';
import { idsOf, parseSelection } from '../../entities';
import type { PlaceReader } from '../../gazetteer/ownPlaces';
import type { CommandCall } from './call';

/** Returns the declaration of locks. @throws Error if there is none */
export const deviceOf = ({ entities }: Console): AnyEntity => {
  const device = entities.find(({ name }) => name === 'device');
  if (!device) throw new Error('The configuration declares no device');
  return device;
};

/**
 * Parses the targets of a body. At least one part must choose locks; a filter without values chooses none.
 * @throws CallError `invalid`
 */
export const parseTargets = (
  input: unknown,
  { config, device }: Pick<TargetSearch, 'config' | 'device'>,
): CommandTargets => {
  const { sns, filter, orgs, fences, all } = (input ?? {}) as CallValues;
  if (Array.isArray(sns) && sns.length > MAX_TARGETS) {
    throw invalidInput({ sns: serverLabel('sns', { max: MAX_TARGETS }) });
  }
  const isSn = (sn: unknown) => typeof sn === 'string' && sn !== '' && sn.length <= MAX_SN_LENGTH;
  if (sns !== undefined && !(Array.isArray(sns) && sns.every(isSn))) {
    throw invalidInput({ sns: serverLabel('notSns') });
  }
  const isFilter = typeof filter === 'object' && filter !== null;
  const filters = isFilter ? parseSelection(device, config.wire, filter as CallValues).filters : {};
  const targets: CommandTargets = {
    ...(sns !== undefined && { sns: sns as string[] }),
    ...(Object.values(filters).some((value) => value !== undefined) && {
      filter: filter as CallValues,
    }),
    ...(orgs !== undefined && { orgs: idsOf('orgs', orgs) }),
    ...(fences !== undefined && { fences: idsOf('fences', fences) }),
    ...(all === true && { all }),
  };
  // An empty list of numbers is no choice, and must not widen the other parts either.
  const isEmpty = Object.keys(targets).length === 0 || targets.sns?.length === 0;
  if (isEmpty) throw invalidInput({ sns: serverLabel('noTargets') });
  return targets;
};

interface TargetSearch {
  readonly config: Console;
  readonly device: AnyEntity;
  readonly places: PlaceReader;
  readonly oper: Pick<CommandCall['oper'], 'org_id'>;
}

/**
 * Returns the serial numbers of the targets. Unknown ones stay in the list, so that the sender learns of them.
 * @throws CallError `invalid` for a filter that the list lacks, or for too many locks
 */
export const findTargets = async (
  db: Database,
  { sns, filter, orgs, fences, all }: CommandTargets,
  search: TargetSearch,
): Promise<string[]> => {
  const namedSns = sns && [...new Set(sns)];
  const lists = [
    (filter || all) && (await snsOfFilter(db, filter ?? {}, search)),
    orgs && (await snsOfOrgs(db, orgs, search)),
    fences && (await snsInFences(db, fences, search)),
  ].filter((each) => Array.isArray(each));
  const [first, ...rest] = namedSns ? [namedSns, ...lists] : lists;
  const restSets = rest.map((other) => new Set(other));
  const result = (first ?? []).filter((sn) => restSets.every((set) => set.has(sn)));
  if (result.length > MAX_TARGETS)
    throw invalidInput({ sns: serverLabel('sns', { max: MAX_TARGETS }) });
  return result;
};

const BATCH = 2_000;

const snsOfFilter = async (
  db: Database,
  filter: CallValues,
  { config, device, oper }: TargetSearch,
) => {
  const selection = parseSelection(device, config.wire, filter);
  const sns: string[] = [];
  await entityTable({ db }, device, config).each(
    { ...selection, sort: { field: 'id', order: 'asc' } },
    { orgId: oper.org_id },
    BATCH,
    (rows) => {
      sns.push(...rows.map(({ sn }) => String(sn)));
    },
  );
  return sns;
};

const device = table('device');

const snsOfOrgs = async (db: Database, orgs: readonly number[], { oper }: TargetSearch) => {
  const { rows } = await query`
    select ${device.$pick('sn')} from ${device.$from}
    where ${device.org_id} in (select org_subtree(root) from unnest(${orgs}::bigint[]) as root)
      and ${device.org_id} in ${idsFrom('org_subtree', oper.org_id)} order by ${device.sn}`.execute(
    db,
  );
  return rows.map(({ sn }) => sn);
};

/**
 * Returns the locks in any of the fences that the sender sees, by their last exact position or else their last
 * position.
 */
const snsInFences = async (
  db: Database,
  ids: readonly number[],
  { places, oper: { org_id } }: TargetSearch,
) => {
  const visibleFences = await db
    .selectFrom('fence')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('org_id', 'in', idsFrom('org_subtree', org_id))
    .execute();
  const { fences } = await places.read(db);
  const areas = visibleFences.flatMap(({ id }) => fences.get(id)?.area ?? []);
  const sns = new Set<string>();
  for (const area of areas) {
    const { south, north } = boxOf(area);
    const rows = await db
      .selectFrom('device_state')
      .select('sn')
      .select(({ fn }) => [
        fn.coalesce('fix_lat', 'lat').as('lat'),
        fn.coalesce('fix_lon', 'lon').as('lon'),
      ])
      .$narrowType<{ lat: NotNull; lon: NotNull }>()
      .where('org_id', 'in', idsFrom('org_subtree', org_id))
      .where(({ between, fn }) => between(fn.coalesce('fix_lat', 'lat'), south, north))
      .execute();
    for (const { sn, lat, lon } of rows) if (metresOutside(area, { lat, lon }) <= 0) sns.add(sn);
  }
  return [...sns].sort();
};
