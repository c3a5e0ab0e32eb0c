import { rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { DAY } from '../domain/duration';
import { areaOf } from '../domain/fence';
import { boxOf } from '../domain/geo/area';
import { storedText } from '../domain/label';
import { dictionaryLabels } from '../domain/system';
import { anyOf, type Database, idsFrom, json, lit } from '../server/db';
import { fileDigests } from '../server/files/content';
import { cardsOf, type Gate, gates } from './gates';
import { insertId, type NewDemo, orgAt } from './insert';
import { demoFences, demoPoints } from './places';

/** Code, English, Chinese if it differs, and the device types in the category. */
const categories = [
  ['container', 'Container e-seal', '集装箱封签', ['ES-100', 'ES-150']],
  ['padlock', 'Padlock', '挂锁', ['SL-200']],
  ['valve', 'Valve lock', '阀门锁', ['TL-300']],
  ['rfid', 'RFID', null, []],
] as const;

/** Code of the dictionary with the categories. */
export const CATEGORY_DICTIONARY = 'deviceCategory';

const seedDictionary = async (db: Database): Promise<void> => {
  const id = await insertId(
    db
      .insertInto('dict')
      .values({
        dict_code: CATEGORY_DICTIONARY,
        dict_text: storedText(dictionaryLabels[CATEGORY_DICTIONARY]),
      })
      .returning('id'),
  );
  for (const [i, [code, english, chinese, types]] of categories.entries()) {
    await db
      .insertInto('dictItem')
      .values({
        dict_id: id,
        dict_code: CATEGORY_DICTIONARY,
        item_code: code,
        item_text: english,
        item_text_zh: chinese,
        sort: types.length === 0 ? null : i + 1,
      })
      .execute();
    await db
      .updateTable('deviceType')
      .set({ category: code })
      .where('device_type', '=', anyOf(types))
      .execute();
  }
};

const EVERYWHERE = { lat: null, lon: null, radius: null } as const;

const seedCardsOf = async (db: Database, gate: Gate, { orgIds, now, translate }: NewDemo) => {
  const listed: number[] = [];
  for (const { no, name, group, anywhere, listed: isListed } of cardsOf(gate)) {
    const { lat, lon, radius } = anywhere ? EVERYWHERE : gate;
    const id = await insertId(
      db
        .insertInto('icCard')
        .values({
          ic_no: no,
          ic_name: name ? translate(name, { gate: translate(gate.name) }) : null,
          card_type: group ? 2 : 1,
          card_no: group ?? null,
          org_id: orgAt(orgIds, gate.orgIndex),
          status: 1,
          lat,
          lon,
          radius,
          create_time: now,
        })
        .returning('id'),
    );
    if (isListed) listed.push(id);
  }
  return listed;
};

/** Maximum locks of a rule. */
const GATED = 20;

/**
 * Creates a rule for each gate. It covers the first locks on its route that belong to its organisation or one below.
 */
const seedGates = async (db: Database, demo: NewDemo): Promise<void> => {
  const { orgIds, locks, now, translate } = demo;
  for (const gate of gates) {
    const cards = await seedCardsOf(db, gate, demo);
    const org = orgAt(orgIds, gate.orgIndex);
    const sns = locks.filter(({ routeId }) => routeId === gate.routeId).map(({ sn }) => sn);
    const rows = await db
      .selectFrom('device')
      .select('id')
      .where('sn', '=', anyOf(sns))
      .where('org_id', 'in', idsFrom('org_subtree', org))
      .orderBy('sn')
      .limit(GATED)
      .execute();
    await db
      .insertInto('regionalRule')
      .values({
        regional_rule: translate(gate.name),
        org_id: org,
        enabled: true,
        auto_unblock: gate.autoUnblock,
        lat: gate.lat,
        lon: gate.lon,
        radius: gate.radius,
        cards,
        devices: rows.map(({ id }) => id),
        create_time: now,
      })
      .execute();
  }
};

/** Creates an unfinished rule: switched off and without locks. */
const seedPlannedRule = async (
  db: Database,
  { orgIds, now, translate }: NewDemo,
): Promise<void> => {
  const { lat, lon, radius } = gates[0] as Gate;
  await db
    .insertInto('regionalRule')
    .values({
      regional_rule: translate('Planned gate'),
      org_id: orgAt(orgIds, 0),
      enabled: false,
      auto_unblock: false,
      lat,
      lon,
      radius,
      create_time: now,
    })
    .execute();
};

const seedPlaces = async (db: Database, { orgIds, now, translate }: NewDemo): Promise<void> => {
  for (const { orgIndex, shape, fence_name, remark, ...fence } of demoFences) {
    const area = areaOf({ ...fence, fence_context: shape });
    const row = {
      ...fence,
      fence_name: translate(fence_name),
      remark: remark && translate(remark),
      ...(area && boxOf(area)),
      fence_context: json(shape),
      alarm_time: fence.alarm_time ? json(fence.alarm_time) : null,
      org_id: orgAt(orgIds, orgIndex),
      create_time: now,
    };
    await db.insertInto('fence').values(row).execute();
  }
  for (const { orgIndex, interest_name, ...point } of demoPoints) {
    const row = {
      ...point,
      interest_name: translate(interest_name),
      org_id: orgAt(orgIds, orgIndex),
      isShowMap: true,
      create_time: now,
    };
    await db.insertInto('interestPoint').values(row).execute();
  }
};

const seedChildLocks = async (db: Database, { orgIds, now, translate }: NewDemo): Promise<void> => {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'sn'])
    .where('org_id', '=', orgAt(orgIds, 0))
    .orderBy('sn')
    .limit(lit(2))
    .execute();
  for (const { id, sn } of rows) {
    for (const n of [1, 2, 3]) {
      await db
        .insertInto('childLock')
        .values({
          child_sn: `${sn}-C${n}`,
          child_name: n === 3 ? null : translate('Door %{number}', { number: n }),
          device_id: id,
          org_id: orgAt(orgIds, 0),
          create_time: now,
        })
        .execute();
    }
  }
};

/** Version, age, remark, and device type unless it is for all. */
export const demoVersions = [
  ['V2.2.0', 90 * DAY, 'Longer battery life', null],
  ['V2.3.0', 5 * DAY, null, 'ES-100'],
] as const;

const FIRMWARE_BYTES = 4096;

const seedFirmware = async (db: Database, { files, now, translate }: NewDemo): Promise<void> => {
  for (const [version, age, remark, type] of demoVersions) {
    const received = await files.incoming();
    const content = Buffer.alloc(FIRMWARE_BYTES, `Demo firmware ${version}\n`);
    await writeFile(received, content);
    const { sha256, size, byte_sum } = await fileDigests(Readable.from([content]));
    const path = await files.keep(db, received, 'bin');
    await rm(received);
    await db
      .insertInto('firmware')
      .values((eb) => ({
        firmware_version: version,
        device_type_id: eb.selectFrom('deviceType').select('id').where('device_type', '=', type),
        firmware_path: path,
        sha256,
        size,
        byte_sum,
        remark: remark && translate(remark),
        create_time: now - age,
      }))
      .execute();
  }
};

/** Seeds a dictionary, cards with rules, child locks and firmware. The device types and locks must exist. */
export const seedExamples = async (db: Database, demo: NewDemo): Promise<void> => {
  await seedDictionary(db);
  await seedGates(db, demo);
  await seedPlannedRule(db, demo);
  await seedPlaces(db, demo);
  await seedChildLocks(db, demo);
  await seedFirmware(db, demo);
};

/** Index of the organisation, kind of notices, language, phone numbers and mail address. */
const settings = [
  [0, 1, 'zh_CN', '13800138001', null],
  [0, 5, 'zh_CN', '13800138001,13800138002', 'gate@harbour.example'],
  // Empty values are inherited from the organisation.
  [0, null, null, null, 'gate@harbour.example'],
  [1, 3, 'en_US', '13900139001', 'operations@northern.example'],
  [1, 1, 'en_US', null, 'operations@northern.example'],
] as const;

/**
 * Seeds alarm settings for the last locks of two organisations. @param orgIds ids of demoOrganisations, in their order
 */
export const seedAlarmConfigs = async (db: Database, orgIds: readonly number[]): Promise<void> => {
  for (const [i, [org, type, language, phone, mail]] of settings.entries()) {
    const before = settings.slice(0, i).filter(([other]) => other === org).length;
    await sql`
      insert into "alarmConfig" (device_id, org_id, receive_type, language, is_phone_config, phone,
                                 is_mail_config, mail_box)
      select id, org_id, ${type}::integer, ${language}, ${phone !== null}, ${phone},
        ${mail !== null}, ${mail}
      from device where org_id = ${orgAt(orgIds, org)} and sn like 'SD%' order by sn desc limit 1 offset ${before}`.execute(
      db,
    );
  }
  // Defaults of the organisations. No channel is enabled; at night the second one would get critical alarms only.
  await db
    .insertInto('alarmConfig')
    .values([
      {
        org_id: orgAt(orgIds, 0),
        receive_type: 3,
        language: 'zh_CN',
        is_phone_config: false,
        phone: '13800138001',
        is_mail_config: false,
        is_quiet_config: false,
        quiet_time: null,
      },
      {
        org_id: orgAt(orgIds, 1),
        receive_type: 1,
        language: 'en_US',
        is_phone_config: false,
        phone: null,
        is_mail_config: false,
        is_quiet_config: true,
        quiet_time: '{"days": [], "from": "22:00", "to": "06:00", "zone": "Asia/Shanghai"}',
      },
    ])
    .execute();
};
