import { choices, entity, f } from '../config';

export const firmware = entity('firmware', ['Firmware version', '固件版本'], {
  fields: {
    firmware_version: f.version(['Version', '版本号'], { required: true, unique: true }),
    device_type_id: f.ref(['For device type', '适用设备类型'], 'deviceType', {
      via: 'device_type_name',
    }),
    firmware_path: f.file(['File', '固件文件'], {
      required: true,
      accept: '.bin,.hex,.zip',
      purpose: 'firmware',
      on: ['create', 'edit', 'show', 'list'],
    }),
    remark: f.text(['Remark', '备注'], { max: 200 }),
    create_time: f.datetime(['Uploaded', '上传时间'], { on: ['list', 'show', 'export'] }),
  },
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  scope: 'shared',
  sort: ['create_time', 'DESC'],
  menu: { group: 'deviceBase', icon: 'upgrade' },
});

const firmwareState = choices(
  [
    [1, 'Up to date', '已是最新'],
    [2, 'Behind', '可升级'],
    [0, 'Unknown', '未知'],
  ],
  { 1: 'success', 2: 'warning' },
);

/** Which version each lock runs, and the newest there is for its type. */
export const firmwareList = entity('firmwareList', ['Firmware of a lock', '设备固件'], {
  fields: {
    sn: f.text(['SN', '设备号'], { max: 32 }),
    device_name: f.text(['Name', '设备名称'], { max: 60 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    device_type_id: f.ref(['Device type', '设备类型'], 'deviceType', { via: 'device_type_name' }),
    version: f.text(['Runs', '当前版本'], { max: 40 }),
    newest_version: f.text(['Newest', '最新版本'], { max: 40 }),
    state: f.choice(['State', '状态'], firmwareState),
  },
  derived: true,
  verbs: ['list', 'get', 'export'],
  filter: ['sn', 'org_id', 'device_type_id', 'version', 'state'],
  menu: { group: 'deviceBase', icon: 'upgrade' },
});
