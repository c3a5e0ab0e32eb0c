import config from '../../../resources.config';
import { originalEntity } from '../../config';
import { nearestOf } from '../../domain/text';
import { declarationOf, differentOptions, entityOf, jsonText } from '../../fields/declaration';
import { errorMessage } from '../../protocol';

/** Returns the declaration of an entity as JSON. @throws Error if it is not the same entity when it is read */
const print = (name: string): string => {
  const names = config.entities.map((entity) => entity.name as string);
  const entity = config.entities.find((candidate) => candidate.name === name);
  if (!entity) {
    const near = nearestOf(name, names);
    const hint = near === undefined ? `there are ${names.join(', ')}` : `${near} is near`;
    throw new Error(`There is no entity ${name}: ${hint}`);
  }
  const text = jsonText(declarationOf(entity));
  const different = differentOptions(originalEntity(entity), entityOf(JSON.parse(text)));
  if (different.length > 0)
    throw new Error(`${name}: JSON cannot hold its ${different.join(' and ')} as declared`);
  return text;
};

try {
  const [name] = process.argv.slice(2);
  if (name === undefined) throw new Error('Name an entity: npm run config:print -- device');
  console.log(print(name));
} catch (error) {
  console.error(`Error: ${errorMessage(error)}`);
  process.exitCode = 1;
}
