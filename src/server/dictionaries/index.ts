export { checkItems } from './checkItems';
export { withItems } from './withItems';
