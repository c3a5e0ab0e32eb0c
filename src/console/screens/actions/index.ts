export { ActionBulkButtons } from './ActionBulkButtons';
export { ActionButtons } from './ActionButtons';
export { ActionProvider } from './ActionProvider';
export { actionRights, offeredActions } from './offeredActions';
export { useActionOffers } from './useActionOffers';
