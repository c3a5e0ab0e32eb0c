export { EntityScreen } from './EntityScreen';
