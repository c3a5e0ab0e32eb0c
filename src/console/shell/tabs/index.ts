export { useHold, useTabTitle } from './PageTab';
export { usePageBlocker } from './usePageBlocker';
