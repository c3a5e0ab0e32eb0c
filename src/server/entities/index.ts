export { entityCalls } from './entityCalls';
export { idsOf } from './idsOf';
export { formJson } from './jsonSchema';
export { valuesOf } from './validate';
