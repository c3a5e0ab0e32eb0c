import type { Updateable } from 'kysely';
import { choices, f } from '../../config';
import { alarmSeverity } from '../../domain/alarm';
import { settingsGet, settingsSave } from '../../protocol/contracts/session';
import { type LoginKey, preferencesOf } from '../auth';
import { answering } from '../calls/answering';
import type { SignedInEndpoint } from '../calls/endpoint';
import type { Database, Tables } from '../db';
import { formJson, parseValues } from '../entities';

const map = choices([
  ['amap', 'Amap', '高德地图'],
  ['mapWorld', 'World map', '世界地图'],
  ['google', 'Google map', '谷歌地图'],
  ['baidu', 'Baidu map', '百度地图'],
]);

/** Settings of an operator, as the sign-in answers them. */
const settingsFields = {
  system_title: f.text(['System title', '系统标题'], { max: 40 }),
  map_type: f.choice(['Map', '地图'], map),
  map_level: f.number(['Map level', '地图级别'], { integer: true, min: 1, max: 22 }),
  lat: f.number(['Latitude', '纬度'], { min: -90, max: 90 }),
  lon: f.number(['Longitude', '经度'], { min: -180, max: 180 }),
  is_voice: f.boolean(['Voice', '语音提示']),
  is_police_voice: f.boolean(['Alarm sound', '报警声音']),
  is_police_popup: f.boolean(['Alarm popup', '报警弹窗']),
  popup_severity: f.choice(['Lowest severity shown', '最低提示级别'], alarmSeverity),
};

/** Saves settings. Column names come from the declaration alone; unknown values were refused before. */
const save = async (db: Database, operId: number, values: object): Promise<void> => {
  const settings: Updateable<Tables['hobby']> = Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(settingsFields, name)),
  );
  if (Object.keys(settings).length === 0) return;
  await db
    .insertInto('hobby')
    .values({ oper_id: operId, ...settings })
    .onConflict((conflict) => conflict.column('oper_id').doUpdateSet(settings))
    .execute();
};

/** Endpoints of an operator's own settings. Saving keeps the settings that are not sent. */
export const preferenceCalls = (db: Database, key: LoginKey): readonly SignedInEndpoint[] => [
  answering(settingsGet, {
    code: 'hobby:get',
    kind: 'get',
    access: 'signedIn',
    changes: false,
    work: async (_context, { oper }) => preferencesOf(db, oper.id),
  }),
  answering(settingsSave, {
    code: 'hobby:save',
    kind: 'update',
    access: 'signedIn',
    changes: true,
    declared: formJson(Object.entries(settingsFields)),
    work: async ({ body, change }, { oper }) => {
      const values = await parseValues(settingsFields, 'edit', body, key);
      return change(async (transaction) => {
        await save(transaction, oper.id, values);
        return preferencesOf(transaction, oper.id);
      });
    },
  }),
];
