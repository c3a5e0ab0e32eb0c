export { device, deviceType, factory } from './fleet';
export { menus } from './menus';
export { menuItem, oper, org, role } from './organisation';
export {
  alertRecord,
  appointmentCommandRecord,
  deviceLocationRecord,
  lockHistory,
  operationLog,
  statusChangeRecord,
} from './records';
export { systemParams } from './system';
