export { consoleLog, type Log } from './log';
export { optionsOf, type ServerOptions } from './options';
export { type RunningServer, startServer } from './startServer';
