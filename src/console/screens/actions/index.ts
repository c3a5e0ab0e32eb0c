export { ActionBulkBar } from './ActionBulkBar';
export { ActionButtons } from './ActionButtons';
export { ActionProvider } from './ActionProvider';
export { useActionOffers } from './useActionOffers';
