export { applyViews } from './applyViews';
export { type View, views } from './views';
