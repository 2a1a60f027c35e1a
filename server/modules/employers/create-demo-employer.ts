import {
  DEMO_EMPLOYER,
  demoPasswordHash,
} from '#server/modules/staff/accounts/create-demo-staff.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function addDemoEmployer(sql: Queries): Promise<void> {
  await sql`
    with added as (
      insert into employer (name, contact, address, vat_number, email, added_at)
      values ('Kwartelhof', 'Femke Faas', ${'Kwekerijlaan 18\n2665 MT Bleiswijk'}, 'NL854312766B01',
        'personeel@kwartelhof.example', now())
      returning id)
    insert into employer_user (employer_id, email, name, language, password_hash, added_at, is_demo)
    select id, ${DEMO_EMPLOYER}, 'Femke Faas', 'nl', ${await demoPasswordHash()}, now(), true from added
    on conflict (email) do nothing`
}
