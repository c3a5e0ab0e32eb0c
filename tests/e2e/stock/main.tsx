import {
  Admin,
  Create,
  EditGuesser,
  ListGuesser,
  ReferenceInput,
  Resource,
  ShowGuesser,
  SimpleForm,
  TextInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import declared from '../../../resources.config';
import { createProviders } from '../../../src/console/data';

/** Application of react-admin's own components on the console's providers. */

const DeviceCreate = () => (
  <Create>
    <SimpleForm>
      <TextInput source="sn" />
      <TextInput source="sim_card" />
      <ReferenceInput source="org_id" reference="org" />
    </SimpleForm>
  </Create>
);

const element = document.getElementById('root');
if (element) {
  const providers = await createProviders({ declared });
  createRoot(element).render(
    <Admin {...providers} requireAuth disableTelemetry>
      <Resource
        name="device"
        list={ListGuesser}
        edit={EditGuesser}
        show={ShowGuesser}
        create={DeviceCreate}
        recordRepresentation="sn"
      />
      <Resource name="org" recordRepresentation="org_name" />
      <Resource name="deviceType" recordRepresentation="device_type_name" />
    </Admin>,
  );
}
