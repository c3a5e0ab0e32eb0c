import { describe, expect, test } from 'vitest';
import { command, entity, f, page } from '../../../../../src/config';
import { menuTree } from '../../../../../src/console/app/menus';
import { plainTranslate } from '../../../../../src/console/i18n';
import { mostSent } from '../../../../../src/console/shell/search/recent';
import { namesVerb, verbsFor, verbsOf } from '../../../../../src/console/shell/search/verbs';

const sn = f.text(['SN', '设备号']);
const lock = entity('device', ['Lock', '锁'], {
  fields: { sn },
  commands: {
    seal: command(['Seal', '施封']),
    unseal: command(['Unseal', '解封']),
    unsealPassword: command(['Set unseal password', '设置解封密码']),
    siren: command(['Sound the siren', '鸣笛']),
    many: command(['Seal all', '全部施封'], { on: 'bulk' }),
  },
});
const alarm = entity('alertRecord', ['Alarm record', '报警记录'], {
  fields: { sn, at: f.datetime(['Time', '时间']) },
  record: { time: 'at' },
  views: {
    open: {
      label: ['Unprocessed, last 7 days', '近 7 天未处理'],
      labelWithoutPeriod: ['Unprocessed', '未处理'],
      synonyms: [['open alarms', 'sealed too late'], ['待处理报警']],
      filter: { at_last: '7d' },
    },
  },
});
const driver = entity('driver', ['Driver', '司机'], {
  fields: { at: f.datetime(['Time', '时间']) },
  record: { time: 'at' },
});
const playback = page(async () => ({ Page: null }), [], [], {
  forLock: { phrases: [['play back'], ['回放']], query: (each) => ({ sn: each }) },
});
const menu = (id: number, code: string) => ({
  id,
  sid: 0,
  remarks: '1',
  menu_code: code,
  menu_name: code,
  menu_url: code,
  menu_icon: '',
  hidden: 'false' as const,
});
const menus = menuTree([menu(1, 'playback'), menu(2, 'alertRecord'), menu(3, 'driver')], {
  pages: { playback, alertRecord: 'alertRecord', driver: 'driver' },
});

const verbs = (lacks: readonly string[] = []) =>
  verbsOf({ entities: [lock, alarm, driver] }, menus, lock, {
    translate: plainTranslate({ menus: { playback: 'Track playback', alertRecord: 'Alarms' } }),
    locale: 'en',
    granted: (...keys) => !keys.some((key) => lacks.includes(String(key))),
    mapPath: undefined,
  });
const keys = (phrase: string, timed = false, lacks: readonly string[] = []) =>
  verbsFor(phrase, verbs(lacks), timed).map(({ key }) => key);

describe('verbs of a lock', () => {
  test.each([
    ['seal', ['command seal']],
    ['施封', ['command seal']],
    ['unseal', ['command unseal']],
    ['unsealpassword', ['command unsealPassword']],
    ['password', ['command unsealPassword']],
    ['siren', ['command siren']],
    ['play back', ['page playback']],
    ['回放', ['page playback']],
    ['track', ['page playback']],
    ['alarms', ['list alertRecord']],
    ['报警', ['list alertRecord']],
    ['driver', []],
    ['unprocessed', ['list alertRecord open']],
    ['待处理报警', ['list alertRecord open']],
    ['seal all', []],
    ['', ['page playback', 'list alertRecord', 'command seal', 'command unseal']],
  ])('%j finds %j', (phrase, expected) => {
    expect(keys(phrase)).toEqual(expected);
  });

  test('rank matches at the beginning of a word first', () => {
    expect(keys('un')).toEqual([
      'command unseal',
      'command unsealPassword',
      'list alertRecord open',
      'command siren',
    ]);
  });

  test('include a command with a time by its exact name, to say that it is sent at once', () => {
    expect(keys('seal', true)).toEqual(['command seal', 'list alertRecord open']);
    expect(keys('unse', true)).toEqual([]);
    expect(keys('', true)).toEqual(['page playback', 'list alertRecord']);
  });

  test('include a command without permission only by its exact name, as the only hit', () => {
    expect(keys('seal', false, ['device:seal'])).toEqual(['command seal']);
    expect(verbsFor('seal', verbs(['device:seal']), false)).toMatchObject([{ isGranted: false }]);
    expect(keys('sea', false, ['device:seal'])).not.toContain('command seal');
  });

  test('match a phrase from the beginning of a name', () => {
    expect(['seal', 'pla', 'password', 'zz'].map((each) => namesVerb(each, verbs()))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

test('sorts commands by use, then by declaration', () => {
  expect(mostSent(lock, { siren: 3, unseal: 5 }).map(({ code }) => code)).toEqual([
    'unseal',
    'siren',
    'seal',
    'unsealPassword',
  ]);
});
