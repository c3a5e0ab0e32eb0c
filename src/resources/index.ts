export { alarmConfig } from './alarmConfig';
export { childLock, icCard, regionalRule } from './cards';
export { firmware, firmwareList, upgradeRecord } from './firmware';
export { device, deviceType, factory } from './fleet';
export { batchAddDevice, batchAddICCard, exportJob } from './jobs';
export { menus } from './menus';
export { smsDevice, smsRecord, smsStatistics } from './messages';
export { button, menuItem, oper, org, role } from './organisation';
export {
  alertRecord,
  appointmentCommandRecord,
  deviceLocationRecord,
  lockHistory,
  operationLog,
  statusChangeRecord,
} from './records';
export { cardRenewal, latestData } from './sim';
export { dict, dictItem, emailKey, mapKey, mapKeyWeb, systemParams } from './system';
