export { alarmMute, alertRecord, shiftNote } from './alarmDesk';
export {
  alarmConfig,
  alarmEscalation,
  alarmGrade,
  alarmHistory,
  alarmReceiver,
  alarmSeverityRule,
  colleague,
  noticeRecord,
  webhook,
} from './alarms';
export { cardRenewal, childLock, icCard, regionalRule } from './cards';
export { type CommandPreset, commandPresets } from './commandPresets';
export { connectionRecord, lockMessage, waitingLock } from './connections';
export { firmware, firmwareList, upgradeRecord } from './firmware';
export { device, deviceType, factory, lockSetting } from './fleet';
export { batchAddDevice, batchAddICCard, exportJob } from './jobs';
export { menus } from './menus';
export { smsDevice, smsRecord, smsStatistics } from './messages';
export { operationLog } from './operationLog';
export { commandBatch, commandSchedule } from './orders';
export { button, menuItem, oper, org, role } from './organisation';
export { fence, interestPoint } from './places';
export {
  appointmentCommandRecord,
  deviceLocationRecord,
  latestData,
  lockHistory,
  statusChangeRecord,
} from './records';
export { reports, savedReport, sentList } from './reports';
export { batchDisDevice, sharedDevice } from './sharing';
export { dict, dictItem, emailKey, mapKey, mapKeyWeb, systemParams } from './system';
