import { hash } from '@node-rs/argon2'

import { type BenchWorld, makeBenchWorld } from '#bench/bench-world.ts'
import type { Sql } from '#server/db/database.ts'

export const DESK_OWNER = { email: 'bench@giftpoint.example', password: 'a long enough secret' }

/** A desk of three hundred channels, each with its gifts and words, and what years leave behind. */
export async function makeDeskWorld(): Promise<BenchWorld> {
  const world = await makeBenchWorld(500, 100)
  await fill(world.sql)
  return world
}

async function fill(sql: Sql) {
  const secret = await hash(DESK_OWNER.password)
  await sql`
    insert into staff (email, name, role, password_hash, language)
    values (${DESK_OWNER.email}, 'Bench', 'owner', ${secret}, 'en')`
  await sql`
    insert into staff (email, name, role)
    select 'reader-' || n || '@giftpoint.example', 'Reader ' || n, 'reader' from generate_series(1, 400) n`
  await sql`insert into channel (id, name) select 8000 + n, 'Channel ' || n from generate_series(1, 300) n`
  await sql`
    insert into staff_channel (staff_id, channel_id)
    select id, (8000 + id % 300 + 1)::text from staff where role = 'reader'`
  await sql`
    insert into channel_host (host, channel_id)
    select 'shop-' || n || '.example', 8000 + n from generate_series(1, 300) n`
  await sql`
    insert into content (channel_id, path, block, kind, key, language, value, alt, position)
    select 8000 + n, path, block, kind, key, language, value, alt, position
    from (select * from content where channel_id = '2' and language <> '' order by md5(path || key || language) limit 200) shared,
      generate_series(1, 300) n`
  await sql`
    insert into offer (channel_id, sku, points, position)
    select 8000 + n, sku, points, position
    from (select * from offer where channel_id = '1014' order by position limit 200) sold, generate_series(1, 300) n`
  await sql`
    insert into release (name, state, channels, made_at)
    select 'Release ' || n, 'draft', array[(8000 + n % 300 + 1)::text], now() from generate_series(1, 2000) n`
  await sql`
    insert into audit (at, actor, action, subject_kind, subject_id, channel_id)
    select now() - n * interval '1 minute', 'shop', 'release.changed', 'release', n::text, (8000 + n % 300 + 1)::text
    from generate_series(1, 100000) n`
  await sql`analyze`
}
