import { createTextLookup, filledLabel, type Label, type Locale, labelOf, textOf } from './label';

/**
 * Names of the demo. Its database holds them as "English / 中文", so that a search finds both, and readers see their
 * own language.
 */
export const demoOrganisationNames = {
  harbour: ['Harbour Logistics', '港湾物流'],
  northern: ['Northern Tankers', '北方罐运'],
  yantian: ['Yantian Container Yard', '盐田堆场'],
  customs: ['Coastal Customs', '沿海海关'],
} as const satisfies Readonly<Record<string, Label>>;

export const demoFenceNames = {
  yantianPort: ['Yantian port', '盐田港'],
  yantianGate: ['Yantian gate 3', '盐田三号门'],
  nanling: ['Nanling pass', '南岭山口'],
  guangzhou: ['Guangzhou night ban', '广州夜间禁行区'],
  wuhan: ['Wuhan terminal', '武汉码头'],
  suzhou: ['Suzhou ring road', '苏州环线'],
  nanjing: ['Nanjing Yangtze bridge', '南京长江大桥'],
  hamburg: ['Hamburg port', '汉堡港'],
} as const satisfies Readonly<Record<string, Label>>;

export const loadingAreaName = (number: number): Label =>
  filledLabel(['Loading area %{number}', '装货区 %{number}'], { number });

/** Upper bound of the loading areas, one for each lock that is opened where it must not be. */
const LOADING_AREAS = 50;

export const demoFenceLabels: readonly Label[] = [
  ...Object.values(demoFenceNames),
  ...Array.from({ length: LOADING_AREAS }, (_, i) => loadingAreaName(i + 1)),
];

export const demoFenceRemark: Label = ['No stops on the mountain road', '山路禁止停车'];

export const demoPointNames = {
  weighbridge: ['Yantian weighbridge', '盐田地磅'],
  checkpoint: ['Meilin checkpoint', '梅林检查站'],
  fuel: ['Shaoguan fuel stop', '韶关加油站'],
  rest: ['Changsha rest area', '长沙服务区'],
} as const satisfies Readonly<Record<string, Label>>;

/** Rules of the gates, which have the names of their places. */
export const demoGateNames = {
  yantian: demoFenceNames.yantianPort,
  hamburg: demoFenceNames.hamburg,
  wuhan: demoFenceNames.wuhan,
} as const;

export const plannedGateName: Label = ['Planned gate', '规划中的门岗'];

/** Names of a gate's cards: of its two guards, and of the gate. */
export const gateCardNames = (gate: Label): readonly [Label, Label, Label] => [
  filledLabel(['%{gate}, guard 1', '%{gate}保安 1'], { gate }),
  filledLabel(['%{gate}, guard 2', '%{gate}保安 2'], { gate }),
  filledLabel(['%{gate}, gate', '%{gate}门岗'], { gate }),
];

export const demoCards: readonly Label[] = Object.values(demoGateNames).flatMap(gateCardNames);

export const childLockName = (number: number): Label =>
  filledLabel(['Door %{number}', '%{number} 号门'], { number });

export const demoChildLocks: readonly Label[] = [childLockName(1), childLockName(2)];

export const demoTypeNames = {
  'ES-100': ['Container e-seal', '集装箱电子封签'],
  'SL-200': ['Truck smart padlock', '货车智能挂锁'],
  'TL-300': ['Tanker valve lock', '罐车阀门锁'],
  'ES-150': ['Long-life e-seal', '长续航电子封签'],
  'HT-400': ['Handheld reader', '手持读卡器'],
} as const satisfies Readonly<Record<string, Label>>;

export const demoManufacturerNames = {
  HX: ['Hexin Lock Works', '和信锁业'],
  NB: ['Northbridge Telematics', '北桥物联'],
} as const satisfies Readonly<Record<string, Label>>;

export const demoFirmwareRemark: Label = ['Longer battery life', '续航更长'];

export const recordedLockName: Label = ['Recorded track', '录制轨迹'];

/** Notes of the operators who process alarms. */
export const demoAlarmNotes: readonly Label[] = [
  ['Called the driver, all in order', '已联系司机，情况正常'],
  ['Checked on site, seal intact', '已现场检查，封签完好'],
  ['False alarm', '误报'],
  ['Customer informed', '已通知客户'],
];

/** Remarks of seal permissions, names of reports and schedules, and reasons of command batches. */
export const demoWorkTexts = {
  inspection: ['Inspection at Yantian', '盐田口岸查验'],
  unloading: ['Tankers unloaded at the port', '港区卸货的罐车'],
  sealedAgain: ['Sealed again after inspection', '查验后重新施封'],
  oneTrip: ['One trip, over', '单次运输，已结束'],
  alarmReport: ['Alarms by type, last week', '上周报警按类型'],
  sealReport: ['Sealing and unsealing today', '今日施解封'],
  failedReport: ['Failed commands', '失败指令'],
  tankerReport: ['Alarms of the tankers', '罐车报警'],
  nightSchedule: ['Sharper at night', '夜间提高灵敏度'],
  daySchedule: ['As usual by day', '日间恢复灵敏度'],
  portSchedule: ['Settings at the port', '港区设备读取设置'],
  weekendSchedule: ['Longer parking on weekends', '周末延长停车时限'],
  firmwareSchedule: ['Trial of the new firmware', '新固件试升级'],
  breaks: ['Longer breaks for drivers', '司机休息时间延长'],
  falseAlarms: ['Fewer false alarms', '减少误报'],
  rollout: ['Firmware of the container seals, in waves', '集装箱封签分批升级'],
  receiver: ['Receiver on this machine', '本机测试接收端'],
} as const satisfies Readonly<Record<string, Label>>;

export const demoWorkLabels: readonly Label[] = Object.values(demoWorkTexts);

/** Reasons of muted alarms, and notes of a shift to the next. */
export const demoShiftTexts = {
  bracket: ['Loose bracket, repair on Friday', '支架松动，周五维修'],
  ferry: ['On the ferry until the evening', '渡轮运输至傍晚'],
  openGate: ['Yantian gate 3 stays open until 06:00', '盐田三号门开放至 06:00'],
  emptyBattery: [
    'The battery of SD2600016 is nearly empty. The carrier knows.',
    'SD2600016 电量将耗尽，已通知承运方。',
  ],
} as const satisfies Readonly<Record<string, Label>>;

export const demoShiftLabels: readonly Label[] = Object.values(demoShiftTexts);

/** Names that commands of rules and schedules have as their sender. */
export const demoSenders: readonly Label[] = [
  ...Object.values(demoGateNames),
  plannedGateName,
  ...demoWorkLabels,
];

const lookup = createTextLookup([
  ...Object.values(demoOrganisationNames),
  ...demoFenceLabels,
  ...Object.values(demoPointNames),
  ...demoCards,
  ...demoSenders,
]);

/** Returns a name in every language; names that are not of the demo are equal in all. */
export const nameLabel = (name: string): Label => lookup.get(name) ?? labelOf(() => name);

export const readableName = (name: string, locale: Locale): string =>
  textOf(nameLabel(name), locale);
