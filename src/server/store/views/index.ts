export { applyViews } from './applyViews';
export type { View } from './View';
export { views } from './views';
