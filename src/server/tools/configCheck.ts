import config from '../../../resources.config';
import { checkConfig } from './checkConfig';

const [name] = process.argv.slice(2);
const entity = config.entities.find((candidate) => candidate.name === name);

if (name && !entity) {
  console.error(`There is no entity ${name}`);
  process.exitCode = 1;
} else if (entity) {
  console.log(
    JSON.stringify(entity, (_, value) => (value instanceof RegExp ? String(value) : value), 2),
  );
} else {
  const problems = checkConfig(config);
  for (const problem of problems) console.log(problem);
  console.log(`${config.entities.length} entities, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
