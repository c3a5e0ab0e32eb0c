export { ExportsButton } from './ExportsButton';
export { ExportsProvider } from './ExportsProvider';
