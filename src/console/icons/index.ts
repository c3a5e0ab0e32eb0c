export { type Icon, iconOf } from './iconOf';
