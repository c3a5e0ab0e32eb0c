export {
  API_BASE,
  FILES_URL,
  type HttpDependencies,
  type HttpLog,
  type HttpOptions,
} from './context';
export { createHttp } from './createHttp';
