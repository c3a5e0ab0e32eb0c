export { loadConsoleMessages } from './consoleMessages';
export { type ConsoleI18nProvider, createI18nProvider } from './createI18nProvider';
export { entityMessages } from './entityMessages';
