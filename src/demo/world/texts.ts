import { filledText, type Locale, locales } from '../../domain/label';

/** Names and texts of the demo by their English form. A database has them in one language. */
const translations = {
  zh: {
    'Harbour Logistics': '港湾物流',
    'Northern Tankers': '北方罐运',
    'Yantian Container Yard': '盐田堆场',
    'Coastal Customs': '沿海海关',
    'Lin Yue': '林悦',
    'Chen Hao': '陈浩',
    'Maria Novak': '玛丽亚·诺瓦克',
    'Zhao Lei': '赵磊',
    'Wang Fang': '王芳',
    'Yantian port': '盐田港',
    'Yantian gate 3': '盐田三号门',
    'Nanling pass': '南岭山口',
    'Guangzhou night ban': '广州夜间禁行区',
    'Wuhan terminal': '武汉码头',
    'Suzhou ring road': '苏州环线',
    'Nanjing Yangtze bridge': '南京长江大桥',
    'Hamburg port': '汉堡港',
    'Loading area %{number}': '装货区 %{number}',
    'No stops on the mountain road': '山路禁止停车',
    'Yantian weighbridge': '盐田地磅',
    'Meilin checkpoint': '梅林检查站',
    'Shaoguan fuel stop': '韶关加油站',
    'Changsha rest area': '长沙服务区',
    'Planned gate': '规划中的门岗',
    '%{gate}, guard 1': '%{gate}保安 1',
    '%{gate}, guard 2': '%{gate}保安 2',
    '%{gate}, gate': '%{gate}门岗',
    'Door %{number}': '%{number} 号门',
    'Container e-seal': '集装箱电子封签',
    'Truck smart padlock': '货车智能挂锁',
    'Tanker valve lock': '罐车阀门锁',
    'Long-life e-seal': '长续航电子封签',
    'Handheld reader': '手持读卡器',
    'Hexin Lock Works': '和信锁业',
    'Northbridge Telematics': '北桥物联',
    'Longer battery life': '续航更长',
    'Called the driver, all in order': '已联系司机，情况正常',
    'Checked on site, seal intact': '已现场检查，封签完好',
    'False alarm': '误报',
    'Customer informed': '已通知客户',
    'Inspection at Yantian': '盐田口岸查验',
    'Tankers unloaded at the port': '港区卸货的罐车',
    'Sealed again after inspection': '查验后重新施封',
    'One trip, over': '单次运输，已结束',
    'Alarms by type, last week': '上周报警按类型',
    'Sealing and unsealing today': '今日施解封',
    'Failed commands': '失败指令',
    'Alarms of the tankers': '罐车报警',
    'Sharper at night': '夜间提高灵敏度',
    'As usual by day': '日间恢复灵敏度',
    'Settings at the port': '港区设备读取设置',
    'Longer parking on weekends': '周末延长停车时限',
    'Trial of the new firmware': '新固件试升级',
    'Longer breaks for drivers': '司机休息时间延长',
    'Fewer false alarms': '减少误报',
    'Receiver on this machine': '本机测试接收端',
    'Loose bracket, repair on Friday': '支架松动，周五维修',
    'On the ferry until the evening': '渡轮运输至傍晚',
    'Yantian gate 3 stays open until 06:00': '盐田三号门开放至 06:00',
    'The battery of SD2600016 is nearly empty. The carrier knows.':
      'SD2600016 电量将耗尽，已通知承运方。',
  },
} as const satisfies Readonly<Record<Exclude<Locale, 'en'>, Readonly<Record<string, string>>>>;

export type DemoText = keyof typeof translations.zh;

/** Returns a text of the demo in its language, filled as in `filledText`. */
export type Translate = (text: DemoText, args?: Readonly<Record<string, unknown>>) => string;

export const translateTo =
  (locale: Locale): Translate =>
  (text, args = {}) =>
    filledText(locale === 'en' ? text : translations[locale][text], args);

/** Names in both languages at once, which databases of earlier versions have. */
export const bilingualForms = (text: DemoText): readonly string[] =>
  [' / ', ' '].map((separator) => text + separator + translations.zh[text]);

/** All forms under which a database may have a text. */
export const storedForms = (text: DemoText): readonly string[] => [
  ...locales.map((locale) => translateTo(locale)(text)),
  ...bilingualForms(text),
];
