import { readFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { ValidationError } from 'yup';
import declared from '../../../resources.config';
import {
  type AnyEntity,
  type AnyField,
  type Fields,
  locales,
  type MenuSeed,
} from '../../../src/config';
import { languages, type MessageTree } from '../../../src/console/i18n';
import { faultCode } from '../../../src/domain/alarm';
import { choiceLabel, type Label } from '../../../src/domain/label';
import {
  lockAction,
  lockState,
  lockStatus,
  positionType,
  reportType,
  serialNumberError,
} from '../../../src/domain/lock';
import { ticketResult } from '../../../src/domain/ticket';
import {
  coordinateColumns,
  fieldText,
  ruleText,
  ruleTexts,
  titleColumn,
} from '../../../src/fields';
import { noRecordsText } from '../../../src/fields/kinds/ref.view';
import { recordSchema } from '../../../src/fields/recordSchema';
import { uploadErrorText, uploadedText } from '../../../src/fields/views/upload';
import { batchDisDevice, upgradeRecord } from '../../../src/resources';
import { serverTexts } from '../../../src/server/calls/texts';

/** Columns of the rows by section 3, word for word. */
const names: Readonly<Record<string, string>> = {
  device: `sn device_name device_type factoryName subjectName device_no sim_card packageTime stock_status status
    communicate_status version electric position positionType org_name create_time warehousingTime`,
  alarmConfig: 'mail_box phone language receive_type is_phone_config is_mail_config',
  icCard: 'ic_no ic_name lat lon radius status card_type card_no',
  regionalRule: 'regional_rule',
  org: 'org_name org_type status logo login_name oper_name oper_phone password',
  oper: 'operCode operName operPhone loginName roleName orgName status password',
  role: 'roleName',
  menu: 'menuCode menuName menuUrl menuIcon status hidden',
  button: 'btnCode btnName actionUrl',
  systemParams: 'param_name param_text remark',
  dict: 'dict_code dict_text',
  dictItem: 'dict_code dict_text item_code item_text',
  firmware: 'firmware_version firmware_path remark create_time',
  upgradeRecord: 'sn firmware_version issue_status firware_no',
  factory: 'factoryCode factoryName',
  deviceType: 'device_type device_type_name',
  deviceLocationRecord: `create_time sn report_reson lock_status position_status lat lon lock_action police_type
    fault_code fault_msg mnc mcc lac cid electric voltage temperature icc_card_no icc_card_name`,
  operationLog: `title instruct business_type request_method operate_name operate_url operate_address request_body
    request_param response_body success error_msg`,
  batchAddDevice: 'factory device_type importType org oper state path',
  mapKey: 'useTerminal mapKey mapCode',
  mapKeyWeb: 'useTerminal mapKey mapCode',
  SmsStatistics: 'used not_used total',
};

const wordsOf = (text: string) => text.split(/\s+/);

const entityOf = (name: string): AnyEntity => {
  const entity = declared.entities.find((entity) => entity.name === name);
  if (!entity) throw new Error(`There is no ${name}`);
  return entity;
};

/** Returns the field that shows a column of a row. */
const fieldBehind = (fields: Fields, name: string): readonly [string, AnyField] | undefined =>
  Object.entries(fields).find(([own, field]) => own === name || titleColumn(field, own) === name);

describe.each(Object.entries(names))('the entity %s', (name, fields) => {
  it.each(wordsOf(fields))('has the specified column %s', (column) => {
    expect(fieldBehind(entityOf(name).fields, column)).toBeDefined();
  });
});

const lock = {
  sn: 'SD1',
  device_name: 'Gate',
  device_type: 'Smart padlock',
  factoryName: 'Harbour Works',
  subjectName: 'Wang',
  device_no: 'N-1',
  sim_card: '89860000000000000001',
  packageTime: '2027-01-31',
  stock_status: 1,
  status: 2,
  communicate_status: 1,
  version: 'V1',
  electric: 80,
  position: '31.2, 121.5',
  positionType: 0,
  org_name: 'Harbour Logistics',
  create_time: 1_795_000_000_000,
  warehousingTime: '2026-01-31',
};

describe('a row with specified names and no ids', () => {
  const { fields, form } = entityOf('device');
  const beyond = ['report_time', 'protocol'];
  const columns = Object.entries(fields as Fields).filter(([name]) => !beyond.includes(name));

  it.each(columns)('fills the column %s', (name, field) => {
    expect(fieldText(field, name, lock, 'en')).not.toBe('');
  });

  it('can be edited without entering its references again', () => {
    const rules = recordSchema(fields, 'edit', lock);
    expect(rules.validateSync({ sn: 'SD1', device_name: 'Other', org_id: null })).toMatchObject({
      device_name: 'Other',
    });
    expect(() => rules.validateSync({ sn: 'SD1', device_name: 'x'.repeat(99) })).toThrow();
    expect(form.flat()).toContain('org_id');
  });

  it('requires a reference that has an id', () => {
    const rules = recordSchema(fields, 'edit', { ...lock, org_id: 2 });
    expect(() => rules.validateSync({ org_id: null })).toThrow(ValidationError);
  });
});

test('two columns fill a place field', () => {
  const places = coordinateColumns(entityOf('icCard').fields);
  expect(places).toEqual([{ name: 'place', lat: 'lat', lon: 'lon' }]);
});

test.each([
  [lockStatus, 0, 'Unsealed (lock closed)'],
  [lockStatus, 1, 'Unsealed (lock open)'],
  [lockStatus, 2, 'Sealed (lock closed)'],
  [lockStatus, 3, 'Abnormal'],
  [lockStatus, 255, 'Initial'],
  [lockState, 5, 'Illegal lock closing'],
  [lockAction, 1, 'Remote unseal'],
  [lockAction, 2, 'Password unseal'],
  [lockAction, 3, 'Password unseal'],
  [lockAction, 4, 'Bluetooth unseal'],
  [lockAction, 13, 'Authorised unlocking'],
  [lockAction, 14, 'Illegal card'],
  [reportType, 9, 'Switch lock'],
  [positionType, 2, 'None'],
  [positionType, 4, 'WiFi'],
  [ticketResult, 3, 'Invalid'],
  [faultCode, 1005, 'Hall detection fault'],
] as const)('labels a value as the specification does (case %#)', (table, value, words) => {
  const [en, zh] = choiceLabel(table, value) ?? [];
  expect(en).toBe(words);
  expect(zh).toMatch(/\p{L}/u);
});

test('labels an interrupted upgrade as “Failed in process”', () => {
  const { of } = entityOf('upgradeRecord').fields.issue_status;
  expect(choiceLabel(of, 3)).toEqual(['Failed in process', '升级过程中失败']);
});

/** Menu codes by section 2, as far as their pages exist. */
const menus = `dashboard system operation systemParams dictManage dictItem role oper menu org deviceList
  regionalRuleList deviceRecord deviceLocationRecord statusChangeRecord alertRecord operationLog batch
  batchAddDevice batchAddICCard device factoryList deviceTypeList fireWareManage fireWareLs cardRenewal smsRecord
  textMessage SmsStatistics mapKey mapKeyWeb emailKey appointmentCommandRecord upgradeRecord latestData
  lockHistory icCard`;

test('the menus have the specified codes', () => {
  const codes = declared.menus.flatMap(({ code, children = [] }) => [
    code,
    ...children.map((child) => child.code),
  ]);
  expect(codes).toEqual(expect.arrayContaining(wordsOf(menus)));
  const groups = declared.menus.filter(({ children }) => children).map(({ code }) => code);
  const entityGroups = declared.entities.map(({ menu }) => menu.group);
  expect([...new Set(entityGroups)].filter((group) => !groups.includes(group))).toEqual([]);
});

test('eleven menu groups have up to seven visible menus each, and presets name a declared menu', () => {
  const groups = declared.menus.filter(({ children }) => children);
  expect(groups).toHaveLength(11);
  const isVisible = ({ hidden, presetOf }: MenuSeed) => !(hidden ?? presetOf !== undefined);
  for (const { code, children = [] } of groups) {
    expect([code, children.filter(isVisible).length <= 7]).toEqual([code, true]);
  }
  const visible = groups.flatMap(({ children = [] }) => children.filter(isVisible));
  expect(visible).toHaveLength(46);
  const codes = visible.map(({ code }) => code);
  const presets = groups.flatMap(({ children = [] }) =>
    children.flatMap(({ presetOf }) => presetOf ?? []),
  );
  expect(presets).toHaveLength(11);
  expect(presets.filter((code) => !codes.includes(code))).toEqual([]);
});

test('each entity has a menu, except those inside other pages', () => {
  const urls = declared.menus.flatMap(({ url, children = [] }) => [
    url,
    ...children.map((child) => child.url),
  ]);
  const menuEntities = new Set(urls.map((url) => declared.pages[url ?? '']));
  const apart = declared.entities.map(({ name }) => name).filter((name) => !menuEntities.has(name));
  expect(apart.sort()).toEqual(['button', 'childLock', 'colleague', 'lockSetting', 'smsDevice']);
});

/** Location of a message: a label, or its path among the texts of the console. */
type Place = Label | string;

/** Returns the message if nothing is chosen for a field. */
const unchosen = (name: 'devices' | 'orgs'): Label =>
  batchDisDevice.check?.({ [name]: [] })?.[name] ?? ['', ''];

/**
 * Messages of section 8, and of section 5 if it gives a wording: in both languages, with their location, and the test
 * that shows them, by these or other words. Messages without a given wording are worded for operators.
 */
const messages: readonly (readonly [string, string, Place, test: string, others?: string])[] = [
  ['The server cannot be reached', '无法连接服务器', 'data.network', 'e2e/network.spec.ts'],
  ['The server did not answer in time', '服务器响应超时', 'data.timeout', 'e2e/network.spec.ts'],
  ['The server answered with an error', '服务器返回错误', 'data.http', 'e2e/network.spec.ts'],
  ['Logout Confirmation', '确定登出', 'shell.session.title', 'e2e/guard.spec.ts'],
  ['login status is invalid', '登录状态已失效', 'shell.session.text', 'e2e/signIn.spec.ts'],
  ['Re-register', '重新登录', 'shell.session.button', 'e2e/guard.spec.ts'],
  // A server without a message is reported as 'Error', so no answer leads to this text.
  ['Has Error', '出错了', 'data.hasError', 'unit/console/data/authProvider.test.ts', 'hasError'],
  [
    'Verification Failed, Please Login Again',
    '验证失败，请重新登录',
    'data.verificationFailed',
    'e2e/guard.spec.ts',
  ],
  ['Failed To Get Permission', '获取权限失败', 'data.noPermissions', 'e2e/guard.spec.ts'],
  [
    'You have no permission to do this.',
    '您没有执行此操作的权限。',
    serverTexts.noPermission,
    'api/http/rights.test.ts',
  ],
  ['Upload Fail!', '上传失败！', uploadErrorText(''), 'e2e/system.spec.ts'],
  ['Upload Success', '上传成功', uploadedText, 'e2e/system.spec.ts'],
  ['Please Put A Fence On The Map', '请在地图上绘制围栏', ruleTexts.fence, 'e2e/mapManage.spec.ts'],
  [
    'Please Select At Least One Item',
    '请至少选择一项',
    serverTexts.noneChosen,
    'api/entities/rules.test.ts',
  ],
  [
    'Please Select At Least One Device',
    '请至少选择一台设备',
    serverTexts.noDevice,
    'api/fleet/tracks.test.ts',
  ],
  [
    'Please Select At Least One Device',
    '请至少选择一台设备',
    unchosen('devices'),
    'api/commands/sharing.test.ts',
  ],
  [
    'Please Select At Least One Organisation',
    '请至少选择一个机构',
    unchosen('orgs'),
    'api/commands/sharing.test.ts',
  ],
  ['No Data Found', '未查到数据', 'entity.empty.noMatch', 'e2e/devices.spec.ts'],
  [
    'No Data Found, Please Contact The Administrator',
    '未查到数据，请联系管理员',
    noRecordsText,
    'e2e/system.spec.ts',
  ],
  ['The list could not be loaded', '列表加载失败', 'entity.failure.title', 'e2e/network.spec.ts'],
  [
    'Issue Timed Out, Please Try Again',
    '下发超时，请重试',
    'operations.detail.invalid',
    'e2e/commands.spec.ts',
  ],
  ['Issue Fail', '下发失败', 'operations.failed', 'e2e/commandPages.spec.ts'],
  ['Done', '执行成功', 'operations.state.success', 'e2e/commands.spec.ts'],
  ['Refused by the lock', '被锁拒绝', 'operations.state.failure', 'e2e/commands.spec.ts'],
  [
    'Failure',
    '失败',
    choiceLabel(upgradeRecord.fields.issue_status.of, 2) ?? '',
    'api/fleet/upgrade.test.ts',
    'issue_status: 2',
  ],
  ['Update Fail', '修改失败', 'entity.form.notChanged', 'e2e/concurrentEdits.spec.ts'],
  ['Done', '已完成', 'entity.action.done', 'e2e/bulk.spec.ts'],
  ['Equipment Cannot Be Added', '设备无法添加', serialNumberError, 'api/rules/duplicates.test.ts'],
  ['Required', '必填', ruleTexts.required, 'e2e/addEntity.spec.ts'],
  ['Please Enter User Name', '请输入用户名', 'login.userRequired', 'e2e/signIn.spec.ts'],
  ['The password has at least', '密码不能少于', 'login.passwordMinimum', 'e2e/signIn.spec.ts'],
  ['Inconsistent Password Input', '两次输入的密码不一致', ruleTexts.confirm, 'e2e/forms.spec.ts'],
  [
    'mainland mobile numbers of 11 digits',
    '11 位手机号',
    ruleTexts.phones,
    'api/devices/alarmConfig.test.ts',
  ],
  [
    'you browser can not work',
    '您的浏览器不支持此功能',
    'shell.fullscreen.unsupported',
    'e2e/settings.spec.ts',
  ],
  [
    'You have a new alarm message',
    '您有新的报警消息，请注意查看',
    'shell.alarms.popup',
    'e2e/alarms.spec.ts',
  ],
];

/** Returns a text of the console by its path. */
const textAt = (tree: MessageTree, path: string) =>
  path
    .split('.')
    .reduce<MessageTree | string | undefined>(
      (at, name) => (typeof at === 'object' ? at[name] : undefined),
      tree,
    );

describe('the specified message', async () => {
  const trees = await Promise.all(
    locales.map(async (locale) => ({
      ...(await languages[locale].login()),
      ...(await languages[locale].console()),
    })),
  );

  for (const [english, chinese, place, file, furtherFiles] of messages) {
    it(`"${english}" stands in both languages, and appears in ${file}`, async () => {
      const texts = typeof place === 'string' ? trees.map((tree) => textAt(tree, place)) : place;
      expect(texts).toEqual([expect.stringContaining(english), expect.stringContaining(chinese)]);
      const testSource = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
      const looked = furtherFiles ? [furtherFiles] : [english, chinese];
      expect(looked.filter((words) => testSource.includes(words))).not.toEqual([]);
    });
  }
});

test('asks in the specified words for the area of a region', () => {
  const { fields } = entityOf('regionalRule');
  const { place } = fields;
  const refusal = (() => {
    try {
      recordSchema({ place }, 'create').validateSync({ place: null }, { abortEarly: false });
    } catch (error) {
      if (error instanceof ValidationError) return error.errors;
    }
    return [];
  })();
  expect(refusal.map((message) => ruleText(message, 'en'))).toEqual([
    'Please Put A Fence On The Map',
  ]);
});
