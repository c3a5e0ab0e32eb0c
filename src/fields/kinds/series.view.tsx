export { view } from './text.view';
