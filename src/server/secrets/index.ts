export { createSealer, type Sealer } from './sealer';
export { storedSecret } from './storedSecret';
