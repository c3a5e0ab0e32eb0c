import { rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { DAY } from '../../domain/duration';
import { areaOf } from '../../domain/fence';
import { boxOf } from '../../domain/geo/area';
import { storedText } from '../../domain/label';
import { dictionaryLabels } from '../../domain/system';
import type { Database, NewRow } from '../../server/db';
import { fileDigests } from '../../server/files/content';
import { cardsOf, type Gate, gates } from '../world/gates';
import { placeOn, roadOf } from '../world/road';
import { routes } from '../world/routes';
import { traitsOf } from '../world/traits';
import { type NewDemo, plant, required } from './insert';
import { circle, demoFences, demoPoints } from './places';

/** Code, English, Chinese if it differs, and the device types in the category. */
const categories: readonly (readonly [string, string, string | null, readonly string[]])[] = [
  ['container', 'Container e-seal', '集装箱封签', ['ES-100', 'ES-150']],
  ['padlock', 'Padlock', '挂锁', ['SL-200']],
  ['valve', 'Valve lock', '阀门锁', ['TL-300']],
  ['rfid', 'RFID', null, []],
];

/** Returns the code of the category of a device type. */
export const categoryOf = (type: string): string | null =>
  categories.find(([, , , types]) => types.includes(type))?.[0] ?? null;

/** Code of the dictionary with the categories. */
export const CATEGORY_DICTIONARY = 'deviceCategory';

const seedDictionary = async (db: Database): Promise<void> => {
  const dict_code = CATEGORY_DICTIONARY;
  const dict_text = storedText(dictionaryLabels[CATEGORY_DICTIONARY]);
  const [id] = await plant(db, 'dict', [{ dict_code, dict_text }]);
  const dict_id = required(id, 'dictionary');
  const items = categories.map(([item_code, item_text, item_text_zh, types], i) => {
    const sort = types.length === 0 ? null : i + 1;
    return { dict_id, dict_code, item_code, item_text, item_text_zh, sort };
  });
  await plant(db, 'dictItem', items);
};

const EVERYWHERE = { lat: null, lon: null, radius: null } as const;

/** Maximum locks of a rule. */
const GATED = 20;

/** Creates the cards of a gate and its rule, for the first locks on its route of its organisation or one below it. */
const seedGate = async (db: Database, demo: NewDemo, gate: Gate): Promise<void> => {
  const { org, locks, devices, now, translate } = demo;
  const { lat, lon, radius } = gate;
  const common = { org_id: org(gate.owners[0] ?? 0), create_time: now };
  const cards = cardsOf(gate);
  const ids = await plant(
    db,
    'icCard',
    cards.map(({ no, name, group, anywhere }) => ({
      ic_no: no,
      ic_name: name ? translate(name, { gate: translate(gate.name) }) : null,
      card_type: group ? 2 : 1,
      card_no: group ?? null,
      status: 1,
      ...(anywhere ? EVERYWHERE : { lat, lon, radius }),
      ...common,
    })),
  );
  const own = locks.filter(
    ({ routeId, orgIndex }) => routeId === gate.routeId && gate.owners.includes(orgIndex),
  );
  const sns = new Set(own.map(({ sn }) => sn));
  const gated = devices.filter(({ sn }) => sns.has(sn)).slice(0, GATED);
  await plant(db, 'regionalRule', [
    {
      regional_rule: translate(gate.name),
      enabled: true,
      auto_unblock: gate.autoUnblock,
      ...{ lat, lon, radius },
      cards: ids.filter((_, i) => cards[i]?.listed),
      devices: gated.map(({ id }) => id),
      ...common,
    },
  ]);
};

/** Creates an unfinished rule: switched off and without locks. */
const seedPlannedRule = async (db: Database, { org, now, translate }: NewDemo): Promise<void> => {
  const { lat, lon, radius } = required(gates[0], 'gate');
  const rule = { regional_rule: translate('Planned gate'), enabled: false, auto_unblock: false };
  await plant(db, 'regionalRule', [
    { ...rule, org_id: org(0), lat, lon, radius, create_time: now },
  ]);
};

const LOADING_AREA = 3_000;

/** Fences the loading area of each unruly lock, the only place where it may be open. On the road it is outside. */
const loadingAreas = ({ locks, devices, translate }: NewDemo) =>
  locks
    .filter(({ sn }) => traitsOf(sn).unruly)
    .map(({ sn, routeId }, i) => {
      const device = required(
        devices.find((each) => each.sn === sn),
        `lock ${sn}`,
      );
      const route = routes.find(({ id }) => id === routeId);
      const { at } = placeOn(roadOf(required(route, `route ${routeId}`)), 0);
      return {
        fence_name: translate('Loading area %{number}', { number: i + 1 }),
        ...circle(LOADING_AREA, [at.lon, at.lat]),
        color: '#c62828',
        ...{ is_show: true, is_enter: false, is_leave: true },
        devices: [device.id],
        org_id: device.org_id,
      };
    });

const seedPlaces = async (db: Database, demo: NewDemo): Promise<readonly number[]> => {
  const { org, pastMs, now, translate } = demo;
  const named = demoFences.map(({ orgIndex, fence_name, remark, ...fence }) => ({
    ...fence,
    fence_name: translate(fence_name),
    remark: remark && translate(remark),
    org_id: org(orgIndex),
  }));
  const fences: NewRow<'fence'>[] = [...named, ...(pastMs > 0 ? loadingAreas(demo) : [])].map(
    (fence) => {
      const area = areaOf(fence);
      return { ...fence, ...(area && boxOf(area)), create_time: now };
    },
  );
  const points = demoPoints.map(([name, lat, lng, radius, orgIndex]) => ({
    ...{ interest_name: translate(name), lat, lng, radius, isShowMap: true },
    ...{ org_id: org(orgIndex), create_time: now },
  }));
  await plant(db, 'interestPoint', points);
  return plant(db, 'fence', fences);
};

const seedChildLocks = async (
  db: Database,
  { org, devices, now, translate }: NewDemo,
): Promise<void> => {
  const parents = devices.filter(({ org_id }) => org_id === org(0)).slice(0, 2);
  const rows = parents.flatMap(({ id, sn, org_id }) =>
    [1, 2, 3].map((number) => ({
      child_sn: `${sn}-C${number}`,
      child_name: number === 3 ? null : translate('Door %{number}', { number }),
      device_id: id,
      org_id,
      create_time: now,
    })),
  );
  await plant(db, 'childLock', rows);
};

/** Version, age, remark, and device type unless it is for all. */
export const demoVersions = [
  ['V2.2.0', 90 * DAY, 'Longer battery life', null],
  ['V2.3.0', 5 * DAY, null, 'ES-100'],
] as const;

const FIRMWARE_BYTES = 4096;

const seedFirmware = async (
  db: Database,
  { files, types, now, translate }: NewDemo,
): Promise<readonly number[]> => {
  const rows: NewRow<'firmware'>[] = [];
  for (const [firmware_version, age, remark, type] of demoVersions) {
    const received = await files.incoming();
    const content = Buffer.alloc(FIRMWARE_BYTES, `Demo firmware ${firmware_version}\n`);
    await writeFile(received, content);
    const { sha256, size, byte_sum } = await fileDigests(Readable.from([content]));
    const firmware_path = await files.keep(db, received, 'bin');
    await rm(received);
    rows.push({
      ...{ firmware_version, firmware_path, sha256, size, byte_sum },
      device_type_id: type && types.get(type),
      remark: remark && translate(remark),
      create_time: now - age,
    });
  }
  return plant(db, 'firmware', rows);
};

/** Ids of the geofences and the firmware, in their order. */
export interface ExampleIds {
  readonly fences: readonly number[];
  readonly firmware: readonly number[];
}

/** Seeds a dictionary, cards with rules, places, child locks and firmware. */
export const seedExamples = async (db: Database, demo: NewDemo): Promise<ExampleIds> => {
  await seedDictionary(db);
  for (const gate of gates) await seedGate(db, demo, gate);
  await seedPlannedRule(db, demo);
  await seedChildLocks(db, demo);
  return { fences: await seedPlaces(db, demo), firmware: await seedFirmware(db, demo) };
};
