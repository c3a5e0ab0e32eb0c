export { useHold, usePageBlocker, useTabTitle } from './pageTab';
