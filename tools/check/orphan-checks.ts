import type { Transaction } from '#server/platform/db/database.ts'
import { TABLES_BY_MONTH } from '#server/modules/finance/periods/closed-months.ts'
import type { Check } from '#tools/check/check-query.ts'

const isByMonth = (table: string) => TABLES_BY_MONTH.some((name) => name === table)

type Reference = {
  child: string
  parent: string
  columns: string[]
  targets: string[]
  few: boolean
}

const SMALL_TABLE_ROWS = 20_000

/**
 * Rows with a missing reference. Foreign keys prevent them, except during a repair or a copy with triggers off. The
 * references come from the database catalogue, so none is forgotten. References to small tables are separate: a small
 * table fits in memory while the others are read in any order.
 */
export async function orphanChecks(sql: Transaction): Promise<{ small: Check[]; large: Check[] }> {
  const references = await sql<Reference[]>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent,
      array(select attname::text from unnest(conkey) with ordinality key (number, place)
        join pg_attribute on attrelid = conrelid and attnum = key.number order by place) as columns,
      array(select attname::text from unnest(confkey) with ordinality key (number, place)
        join pg_attribute on attrelid = confrelid and attnum = key.number order by place) as targets,
      (select reltuples between 0 and ${SMALL_TABLE_ROWS} from pg_class where oid = confrelid) as few
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by conname`
  return {
    small: references.filter(({ few }) => few).map(checkReference),
    large: references.filter(({ few }) => !few).map(checkReference),
  }
}

function checkReference({ child, parent, columns, targets }: Reference): Check {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  const pairs = columns.map((column, at) => [quoted(column), quoted(targets[at] ?? column)])
  const match = pairs.map(([column, target]) => `parent.${target} = child.${column}`).join(' and ')
  const notNull = pairs.map(([column]) => `child.${column} is not null`).join(' and ')
  const values = pairs.map(([column]) => `child.${column}`).join(", ' ', ")
  return {
    code: 'orphan-row',
    resolve:
      'Restore the missing row from a backup, or delete this row if it has no meaning without it.',
    find: `
      select '${child}' as subject,
        format('%s refers to a missing row of ${parent} in %s rows: %s', columns.name, count(*), concat(${values})) as message
      from ${isByMonth(child) ? `open(${child})` : child} child cross join (select '${columns.join(', ')}' as name) columns
      where ${notNull} and not exists (select from ${parent} parent where ${match})
      group by columns.name, ${pairs.map(([column]) => `child.${column}`).join(', ')}`,
  }
}
