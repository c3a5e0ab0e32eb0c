import { defineConsole, page } from './src/config';
import {
  alertRecord,
  appointmentCommandRecord,
  device,
  deviceLocationRecord,
  deviceType,
  factory,
  lockHistory,
  menuItem,
  menus,
  oper,
  operationLog,
  org,
  role,
  statusChangeRecord,
  systemParams,
} from './src/resources';

const dashboard = page(
  () => import('./src/console/pages/dashboard'),
  ['device', 'alertRecord', 'appointmentCommandRecord'],
);
const map = page(() => import('./src/console/pages/map'), ['device', 'alertRecord']);

/** The console: its entities, and which page a menu of the server opens. */
export default defineConsole({
  entities: [
    device,
    deviceType,
    factory,
    org,
    oper,
    role,
    menuItem,
    appointmentCommandRecord,
    lockHistory,
    deviceLocationRecord,
    statusChangeRecord,
    alertRecord,
    operationLog,
    systemParams,
  ],
  menus,
  pages: {
    dashboard,
    'map/amap': map,
    'map/mapWorld': map,
    'map/google': map,
    'map/baidu': map,
    device: 'device',
    deviceType: 'deviceType',
    factory: 'factory',
    org: 'org',
    oper: 'oper',
    role: 'role',
    menu: 'menu',
    appointmentCommandRecord: 'appointmentCommandRecord',
    lockHistory: 'lockHistory',
    deviceLocationRecord: 'deviceLocationRecord',
    statusChangeRecord: 'statusChangeRecord',
    alertRecord: 'alertRecord',
    operationLog: 'operationLog',
    systemParams: 'systemParams',
  },
});
