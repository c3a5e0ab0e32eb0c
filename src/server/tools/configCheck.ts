import config from '../../../resources.config';
import { validateConfig } from '../validate';

/** A declaration as it was resolved. */
const printEntity = (name: string): void => {
  const entity = config.entities.find((candidate) => candidate.name === name);
  if (!entity) {
    console.error(`There is no entity ${name}`);
    process.exitCode = 1;
    return;
  }
  const plain = (_: string, value: unknown) => (value instanceof RegExp ? String(value) : value);
  console.log(JSON.stringify(entity, plain, 2));
};

/** What every start judges as well; it ends with 1 where the server would not start. */
const check = (): void => {
  const { errors, notices } = validateConfig(config);
  for (const error of errors) console.error(`Error: ${error}`);
  for (const notice of notices) console.log(`Notice: ${notice}`);
  const counts = `${errors.length} errors, ${notices.length} notices`;
  console.log(`${config.entities.length} entities, ${counts}`);
  process.exitCode = errors.length > 0 ? 1 : 0;
};

const [name] = process.argv.slice(2);
if (name) printEntity(name);
else check();
