import { rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { DAY } from '../../domain/duration';
import { areaOf } from '../../domain/fence';
import { boxOf } from '../../domain/geo/area';
import { storedText } from '../../domain/label';
import { dictionaryLabels } from '../../domain/system';
import type { NewRow } from '../../server/db';
import { fileDigests } from '../../server/files/content';
import { cardsOf, type Gate, gates } from '../world/gates';
import { placeOn, roadOf } from '../world/road';
import { routeOf } from '../world/routes';
import type { DemoText } from '../world/texts';
import { traitsOf } from '../world/traits';
import { type NewDemo, required, type Seeds } from './insert';
import places from './places.geo.json';

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

const regionOf = ({ lat, lon, radius }: Gate) => ({ lat, lon, radius });
const EVERYWHERE = { lat: null, lon: null, radius: null } as const;

/** Maximum locks of a rule. */
const GATED = 20;

/** Geofence of the demo. It lies on the routes of the locks, so that its alarms occur. */
interface Place {
  readonly properties: Pick<NewRow<'fence'>, 'radius' | 'color' | 'is_leave' | 'alarm_time'> & {
    readonly fence_name: DemoText;
    readonly remark?: DemoText;
    /** Index of demoOrganisations. */
    readonly owner: number;
  };
  readonly geometry: { readonly type: keyof typeof FENCE_TYPES; readonly coordinates: unknown };
}

const FENCE_TYPES = { Point: 'circle', LineString: 'line', Polygon: 'polygon' } as const;

export const demoFences = (places.features as unknown as readonly Place[]).map(
  ({ properties, geometry }) => ({
    ...{ is_show: true, is_enter: true, is_leave: true, ...properties },
    fence_type: FENCE_TYPES[geometry.type],
    fence_context: geometry as NewRow<'fence'>['fence_context'],
  }),
);

const LOADING_AREA = 3_000;

/** Fences the loading area of each unruly lock, the only place where it may be open. On the road it is outside. */
const loadingAreas = ({ devices, translate }: NewDemo): NewRow<'fence'>[] =>
  devices
    .filter(({ sn }) => traitsOf(sn).unruly)
    .map(({ id, org_id, routeId }, i) => {
      const { at } = placeOn(roadOf(routeOf(routeId)), 0);
      return {
        fence_name: translate('Loading area %{number}', { number: i + 1 }),
        fence_type: 'circle',
        fence_context: { type: 'Point', coordinates: [at.lon, at.lat] },
        ...{ radius: LOADING_AREA, color: '#c62828', is_show: true, is_enter: false },
        ...{ is_leave: true, devices: [id], org_id },
      };
    });

/** Points of interest: name, latitude, longitude, radius in metres, and owner, an index of demoOrganisations. */
const points = [
  ['Yantian weighbridge', 22.5845, 114.2565, 120, 2],
  ['Meilin checkpoint', 22.72, 114.06, 800, 0],
  ['Shaoguan fuel stop', 24.5, 113.56, 600, 0],
  ['Changsha rest area', 28.15, 113.08, 800, 0],
] as const;

/** Index of the organisation, kind of notices, language, phone numbers and mail address of one of its last locks. */
const alarmConfigs = [
  [0, 1, 'zh_CN', '13800138001', null],
  [0, 5, 'zh_CN', '13800138001,13800138002', 'gate@harbour.example'],
  // Empty values are inherited from the organisation.
  [0, null, null, null, 'gate@harbour.example'],
  [1, 3, 'en_US', '13900139001', 'operations@northern.example'],
  [1, 1, 'en_US', null, 'operations@northern.example'],
] as const;

/** A dictionary, cards with rules, places, child locks and alarm settings. */
export const examples: Seeds = {
  dict: () => [
    {
      dict_code: CATEGORY_DICTIONARY,
      dict_text: storedText(dictionaryLabels[CATEGORY_DICTIONARY]),
    },
  ],
  dictItem: ({ planted }) =>
    categories.map(([item_code, item_text, item_text_zh, types], i) => ({
      ...{ dict_id: required(planted('dict')[0], 'dict').id, dict_code: CATEGORY_DICTIONARY },
      ...{ item_code, item_text, item_text_zh, sort: types.length === 0 ? null : i + 1 },
    })),
  icCard: ({ own, translate }) =>
    gates.flatMap((gate) =>
      cardsOf(gate).map(({ no, name, group, anywhere }) => ({
        ic_no: no,
        ic_name: name ? translate(name, { gate: translate(gate.name) }) : null,
        ...{ card_type: group ? 2 : 1, card_no: group ?? null, status: 1 },
        ...(anywhere ? EVERYWHERE : regionOf(gate)),
        ...own(gate.owners[0]),
      })),
    ),
  // Each for the first locks on its route that its cards open. The last is unfinished.
  regionalRule: ({ own, planted, devices, translate }) => [
    ...gates.map((gate) => {
      const listed = cardsOf(gate).flatMap((card) => (card.listed ? card.no : []));
      const cards = planted('icCard').filter(({ ic_no }) => listed.includes(ic_no));
      const gated = devices.filter(
        ({ routeId, orgIndex }) => routeId === gate.routeId && gate.owners.includes(orgIndex),
      );
      return {
        ...{ regional_rule: translate(gate.name), enabled: true, auto_unblock: gate.autoUnblock },
        ...regionOf(gate),
        cards: cards.map(({ id }) => id),
        devices: gated.slice(0, GATED).map(({ id }) => id),
        ...own(gate.owners[0]),
      };
    }),
    {
      ...{ regional_rule: translate('Planned gate'), enabled: false, auto_unblock: false },
      ...regionOf(required(gates[0], 'gate')),
      ...own(0),
    },
  ],
  childLock: ({ org, devices, now, translate }) =>
    devices
      .filter(({ org_id }) => org_id === org(0))
      .slice(0, 2)
      .flatMap(({ id, sn, org_id }) =>
        [1, 2, 3].map((number) => ({
          child_sn: `${sn}-C${number}`,
          child_name: number === 3 ? null : translate('Door %{number}', { number }),
          ...{ device_id: id, org_id, create_time: now },
        })),
      ),
  interestPoint: ({ own, translate }) =>
    points.map(([name, lat, lng, radius, owner]) => ({
      ...{ interest_name: translate(name), lat, lng, radius, isShowMap: true, ...own(owner) },
    })),
  fence: (demo) =>
    [
      ...demoFences.map(({ owner, fence_name, remark, ...fence }) => ({
        ...fence,
        fence_name: demo.translate(fence_name),
        remark: remark && demo.translate(remark),
        org_id: demo.org(owner),
      })),
      ...(demo.pastMs > 0 ? loadingAreas(demo) : []),
    ].map((fence) => {
      const area = areaOf(fence);
      return { ...fence, ...(area && boxOf(area)), create_time: demo.now };
    }),
  alarmConfig: ({ org, devices }) => {
    const seals = devices.filter(({ sn }) => sn.startsWith('SD')).reverse();
    const lastLocks = [0, 1].map((index) => seals.filter(({ orgIndex }) => orgIndex === index));
    // No channel is enabled; at night the second organisation would get critical alarms only.
    const off = { is_phone_config: false, is_mail_config: false };
    const quiet_time = { days: [], from: '22:00', to: '06:00', zone: 'Asia/Shanghai' };
    return [
      ...alarmConfigs.flatMap(([index, receive_type, language, phone, mail_box]) => {
        const device_id = lastLocks[index]?.shift()?.id;
        const sends = { is_phone_config: phone !== null, is_mail_config: mail_box !== null };
        const row = { org_id: org(index), receive_type, language, ...sends, phone, mail_box };
        return device_id === undefined ? [] : [{ device_id, ...row }];
      }),
      {
        ...{ org_id: org(0), receive_type: 3, language: 'zh_CN', phone: '13800138001', ...off },
        is_quiet_config: false,
      },
      {
        ...{ org_id: org(1), receive_type: 1, language: 'en_US', ...off },
        ...{ is_quiet_config: true, quiet_time },
      },
    ];
  },
};

/** Version, age, remark, and device type unless it is for all. */
export const demoVersions = [
  ['V2.2.0', 90 * DAY, 'Longer battery life', null],
  ['V2.3.0', 5 * DAY, null, 'ES-100'],
] as const;

const FIRMWARE_BYTES = 4096;

/** Stores the files of the firmware. @returns its rows */
export const storeFirmware = async (demo: NewDemo): Promise<NewRow<'firmware'>[]> => {
  const { db, files, planted, now, translate } = demo;
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
      device_type_id: planted('deviceType').find(({ device_type }) => device_type === type)?.id,
      remark: remark && translate(remark),
      create_time: now - age,
    });
  }
  return rows;
};
