export { type Action, actionsOf, TICKETS, ticketPath, verbLabels, verbPath } from './actions';
export { authCall } from './authCall';
export { covers, type Granted, type Grants, grantsOf } from './covers';
export { openRights, type Rights } from './openRights';
export { syncMenus } from './syncMenus';
