export { consoleElement } from './consoleElement';
