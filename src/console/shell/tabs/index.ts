export { useHold, useTabTitle } from './PageTab';
