export { exportRules } from './exportRules';
export { tidyExports } from './tidyExports';
