export { DEMO_PASSWORD, demoOrganisations } from './seedDemo';
export { startDemo } from './startDemo';
