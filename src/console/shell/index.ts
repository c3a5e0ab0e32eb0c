export { consoleElement } from './start/consoleElement';
