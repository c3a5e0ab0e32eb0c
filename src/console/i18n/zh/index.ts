export * from './entity';
export * from './login';
export * from './maps';
export * from './operations';
export * from './pages';
export * from './playback';
export { ra } from './reactAdmin';
export * from './shell';
