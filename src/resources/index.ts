export {
  alarmConfig,
  alarmEscalation,
  alarmReceiver,
  alarmSeverityRule,
  noticeRecord,
  webhook,
} from './alarms';
export { cardRenewal, childLock, icCard, regionalRule } from './cards';
export { connectionRecord, lockMessage, waitingLock } from './connections';
export {
  device,
  deviceType,
  factory,
  firmware,
  firmwareList,
  lockSetting,
  upgradeRecord,
} from './fleet';
export { batchAddDevice, batchAddICCard, exportJob } from './jobs';
export { menus } from './menus';
export { smsDevice, smsRecord, smsStatistics } from './messages';
export { commandBatch, commandSchedule } from './orders';
export { button, menuItem, oper, org, role } from './organisation';
export { fence, interestPoint } from './places';
export {
  alarmHistory,
  alertRecord,
  appointmentCommandRecord,
  colleague,
  deviceLocationRecord,
  latestData,
  lockHistory,
  operationLog,
  statusChangeRecord,
} from './records';
export { reports, savedReport } from './reports';
export { batchDisDevice, sharedDevice } from './sharing';
export { dict, dictItem, emailKey, mapKey, mapKeyWeb, systemParams } from './system';
