import type { Queries, Sql } from '#server/platform/db/database.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
/** PostgreSQL 17 is the first one that can grant VACUUM and REINDEX. */
const GRANTS_MAINTENANCE = 170_000

const SCHEMAS = ['public']
/** The shop reads these; only migrations write to them. */
const READ_ONLY_TABLES = ['migration']

/**
 * Grants the role of the shop what it needs and no more: rows of all tables, including tables that the owner creates later.
 * It can change no table. `owner` must own the tables.
 */
export async function grantServingRole(owner: Sql, role: string): Promise<void> {
  if (!(await isMissingGrants(owner, role))) return
  const version = await versionOf(owner)
  const maintain = version >= GRANTS_MAINTENANCE ? ', maintain' : ''
  await owner.begin(async (sql) => {
    const name = sql(role)
    // In databases created before PostgreSQL 15 every role may create tables.
    await sql`revoke create on schema public from public`
    for (const schema of SCHEMAS.map((schemaName) => sql(schemaName))) {
      const rights = sql.unsafe(`select, insert, update, delete${maintain}`)
      await sql`grant usage on schema ${schema} to ${name}`
      await sql`grant ${rights} on all tables in schema ${schema} to ${name}`
      await sql`grant usage, select, update on all sequences in schema ${schema} to ${name}`
      await sql`alter default privileges in schema ${schema} grant ${rights} on tables to ${name}`
      await sql`
        alter default privileges in schema ${schema} grant usage, select, update on sequences to ${name}`
    }
    await sql`revoke insert, update, delete on ${sql(READ_ONLY_TABLES)} from ${name}`
    // `security definer` runs with the rights of the owner, so no other role may call it.
    await sql`revoke execute on function create_month_partitions(date, integer) from public`
    await sql`grant execute on function create_month_partitions(date, integer) to ${name}`
  })
  await grantEmployerRole(owner, role)
}

/** True while the role cannot read or write one of the tables, or cannot create the next months. */
export async function isMissingGrants(sql: Queries, role: string): Promise<boolean> {
  const [row] = await sql<{ lacks: boolean }[]>`
    select exists (
      select from pg_class
      where relnamespace = any(array(select to_regnamespace(name)::oid from unnest(${SCHEMAS}::text[]) name))
        and relname <> all(${READ_ONLY_TABLES})
        and (relkind in ('r', 'p', 'v') and not (has_table_privilege(${role}, oid, 'select')
            and has_table_privilege(${role}, oid, 'insert') and has_table_privilege(${role}, oid, 'update')
            and has_table_privilege(${role}, oid, 'delete'))
          or relkind = 'S' and not has_sequence_privilege(${role}, oid, 'update')))
      or not has_function_privilege(${role}, 'create_month_partitions(date, integer)', 'execute') as lacks`
  return row?.lacks === true
}

/** If the owner cannot create or grant the role, `employerRoleProblem` shows the operator the commands. */
async function grantEmployerRole(owner: Sql, role: string) {
  const steps = [
    (sql: Queries) => sql`create role giftpoint_employer nologin`,
    (sql: Queries) =>
      sql`
        grant select on employer_statistic, employer_activation_night, employer_campaign, employer_batch, employer_person
        to giftpoint_employer`,
    (sql: Queries) => sql`grant giftpoint_employer to ${sql(role)}`,
  ]
  for (const step of steps) {
    await step(owner).catch((error: unknown) => {
      if (!EXISTS_OR_FORBIDDEN.has(codeOf(error))) throw error
    })
  }
}

/** PostgreSQL codes: insufficient privilege, duplicate object, unique violation, undefined object. */
const EXISTS_OR_FORBIDDEN = new Set([INSUFFICIENT_PRIVILEGE, '42710', '23505', '42704'])

async function versionOf(sql: Queries): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    select current_setting('server_version_num')::integer as version`
  return row?.version ?? 0
}

export async function currentRole(sql: Queries): Promise<string> {
  const [row] = await sql<{ role: string }[]>`select session_user::text as role`
  return row?.role ?? ''
}

/** What the role of this connection may do beyond reading and writing rows. Empty for a proper serving role. */
export async function excessRights(sql: Queries): Promise<string[]> {
  const [row] = await sql<
    { superuser: boolean; owner: boolean; creates: boolean; roles: boolean }[]
  >`
    select rolsuper as superuser, rolcreaterole or rolcreatedb as roles,
      pg_has_role(rolname, relowner, 'member') as owner,
      has_schema_privilege(rolname, 'public', 'create') as creates
    from pg_roles join pg_class on pg_class.oid = to_regclass('migration')
    where rolname = session_user`
  if (!row) return []
  if (row.superuser) return ['is a superuser']
  return [
    ...(row.owner ? ['owns the tables'] : []),
    ...(row.creates && !row.owner ? ['can create tables in the schema public'] : []),
    ...(row.roles ? ['can create roles or databases'] : []),
  ]
}
